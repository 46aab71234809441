/** Unfolds every folded part that an element stands in, so that it is seen. */
export function unfold(element: Element): void {
  for (
    let around = element.closest('details');
    around;
    around = around.parentElement?.closest('details') ?? null
  )
    around.open = true
}
