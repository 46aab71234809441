/** Things of one request. */
const pageSize = 1000

/** All that a list shows, page by page, as it is now and `most` at most; a change of them then means these and no others. */
export async function gather<Thing>(
  most: number,
  read: (page: { page: number; size: number }) => Promise<{ items: Thing[]; pages: number }>,
): Promise<Thing[]> {
  const all: Thing[] = []
  for (let page = 1; ; page += 1) {
    const { items, pages } = await read({ page, size: Math.min(pageSize, most) })
    all.push(...items)
    if (page >= pages || all.length >= most) return all.slice(0, most)
  }
}
