/** Focuses the control of a place of an object's form, or of what holds the place. */
export function focusPlace(field: string): void {
  for (let place = field; place !== ""; place = outside(place)) {
    const found = document.querySelector(`[data-place="${CSS.escape(place)}"]`);
    const control = found?.matches("input, textarea") ? found : found?.querySelector("input, textarea, .cm-content");
    if (control instanceof HTMLElement) {
      control.scrollIntoView({ block: "center" });
      control.focus();
      return;
    }
  }
}

/** What a place is in: `inputs[0]` for `inputs[0].name`, then `inputs`. */
export function outside(place: string): string {
  return place.slice(0, Math.max(place.lastIndexOf("."), place.lastIndexOf("["), 0));
}
