/** How many frames a form, or an editor in it, may take until it is there. */
const patience = 90;

/** Focuses the control of a place of an object's form, or of what holds the place, as soon as it is there. */
export function focusPlace(field: string, frames = patience): void {
  for (let place = field; place !== ""; place = outside(place)) {
    const found = document.querySelector(`[data-place="${CSS.escape(place)}"]`);
    const control = found?.matches("input, textarea") ? found : found?.querySelector("input, textarea, .cm-content");
    if (control instanceof HTMLElement) {
      control.scrollIntoView({ block: "center" });
      control.focus();
      return;
    }
  }
  if (field !== "" && frames > 0) {
    requestAnimationFrame(() => {
      focusPlace(field, frames - 1);
    });
  }
}

/** What a place is in: `inputs[0]` for `inputs[0].name`, then `inputs`. */
export function outside(place: string): string {
  return place.slice(0, Math.max(place.lastIndexOf("."), place.lastIndexOf("["), 0));
}
