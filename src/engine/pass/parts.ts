import { StatementFatal, StatementTooLate, type StatementRefused } from '../../connectors/connector.ts'

/** Beyond so many it costs less to look for the one that ended a process by halves than to try each alone. */
const fewAlone = 8

/** The parts of a refused block that are tried next; the block itself when nothing is left to be told apart. */
export function partsAfter<Item extends { is_slow: boolean }>(
  error: StatementRefused,
  block: readonly Item[],
): (readonly Item[])[] {
  const suspects = block.filter(({ is_slow }) => is_slow)
  const isSuspected = error instanceof StatementTooLate || error instanceof StatementFatal
  if (!isSuspected || suspects.length === 0) return halves(block)
  const others = block.filter(({ is_slow }) => !is_slow)
  const isHalved = error instanceof StatementFatal && suspects.length > fewAlone
  const parts = isHalved ? halves(suspects) : suspects.map((one) => [one])
  return others.length > 0 ? [others, ...parts] : parts
}

/** Both halves of a block; the block itself when it has less than two members. */
export function halves<Item>(block: readonly Item[]): (readonly Item[])[] {
  if (block.length < 2) return [block]
  const middle = Math.ceil(block.length / 2)
  return [block.slice(0, middle), block.slice(middle)]
}
