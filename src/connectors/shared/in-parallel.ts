/** Does the work for every item, so many at a time. After the first failure nothing more is begun, and it is thrown when all have ended. */
export async function inParallel<Item>(
  most: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const failures: unknown[] = []
  const workers = Array.from({ length: Math.min(most, items.length) }, async () => {
    for (const item of left) {
      if (failures.length > 0) return
      await work(item).catch((error: unknown) => failures.push(error))
    }
  })
  await Promise.all(workers)
  if (failures.length > 0) throw failures[0]
}
