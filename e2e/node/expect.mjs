/** Waits until a text is shown somewhere in a part of the page. */
export const expectText = (part, text) => part.getByText(text).first().waitFor();
