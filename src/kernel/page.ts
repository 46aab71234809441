/** One page of a list: `total` counts all matching rows, `pages` = ceil(total / size); past the end `items` is empty. */
export interface Page<Item> {
  items: Item[]
  total: number
  page: number
  size: number
  pages: number
}

/** `page` counts from 1 (default 1); `size` is 1 to 1000 (default 50). */
export interface PageRequest {
  page: number
  size: number
}

/** `total` counts the rows on all pages. */
export function toPage<Item>(items: Item[], total: number, request: PageRequest): Page<Item> {
  return { items, total, page: request.page, size: request.size, pages: Math.ceil(total / request.size) }
}
