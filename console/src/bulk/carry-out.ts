import { tell } from '../kit/toasts.tsx'
import { counted } from '../words/numbers.ts'
import type { BulkKind } from './kind.ts'

/** Changes them, says how many were changed, and offers to undo that. `moved`: how many others had been meant. Throws what the service refuses as a whole. */
export async function carryOut<Thing extends { id: number }, Change extends object>(
  kind: BulkKind<Thing, Change>,
  things: readonly Thing[],
  change: Change,
  moved: number,
): Promise<void> {
  try {
    const { changed, refused } = await kind.change({ ids: things.map(({ id }) => id), change })
    const kept = new Set(refused.map(({ id }) => id))
    const before = things.filter(({ id }) => !kept.has(id))
    const stays = refused.length === 0 ? '' : ` ${counted(refused.length, 'stays', 'stay')} as before.`
    const rest = `${stays}${moved === 0 ? '' : ` ${movedMeanwhile(moved)}`}`
    tell(
      `${counted(changed, kind.one, kind.many)} changed.${rest}`,
      changed === 0 ? null : () => void undo(kind, before, change),
    )
  } finally {
    void kind.refresh()
  }
}

/** Says of how many that were meant somebody else was faster. */
export function movedMeanwhile(moved: number): string {
  return `${counted(moved, 'was', 'were')} changed by others meanwhile, and ${moved === 1 ? 'stays' : 'stay'} so.`
}

async function undo<Thing extends { id: number }, Change extends object>(
  kind: BulkKind<Thing, Change>,
  before: readonly Thing[],
  change: Change,
): Promise<void> {
  // Those that were alike are given back together.
  const groups = Map.groupBy(before, (thing) => JSON.stringify(kind.formerly(thing, change)))
  try {
    for (const [former, alike] of groups) {
      const ids = alike.map(({ id }) => id)
      const { refused } = await kind.change({ ids, change: JSON.parse(former) as Change })
      if (refused[0]) throw new Error(`Not all is undone: ${refused[0].reason}`)
    }
    tell(`${counted(before.length, `${kind.one} is`, `${kind.many} are`)} as before.`)
  } catch (error) {
    tell(error instanceof Error ? error.message : 'It was not undone.')
  } finally {
    void kind.refresh()
  }
}
