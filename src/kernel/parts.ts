/** The items in parts of so many, the last with what is left; no part where there are none. */
export function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** Both halves, the first with one more where the number is odd; all in one part where there are less than two. */
export function halves<Item>(items: readonly Item[]): Item[][] {
  return items.length < 2 ? [[...items]] : inParts(items, Math.ceil(items.length / 2))
}
