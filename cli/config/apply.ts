import { CommandFailed, DoneInPart } from '../command-failed.ts'
import { explain } from '../service/explain.ts'
import type { Kind } from './kind.ts'
import { kinds } from './kinds/index.ts'
import { planKind, type Step } from './plan.ts'
import type { Entry } from './read-files.ts'
import type { World } from './world.ts'

/** What became of a step: null, or why it could not be done. */
export interface Outcome {
  step: Step
  refusal: string | null
  /** True: nothing changes by trying it again. */
  is_over: boolean
}

/** What was done, and how many things were as the files say already. */
export interface Applied {
  outcomes: Outcome[]
  unchanged: number
}

/**
 * Brings the service to what the files say, kind by kind; what cannot be done does not keep the rest from being done. Each kind is
 * compared anew, because what came before it has made things that it refers to. Applying again goes on where it was stopped.
 * `begin` is called before the first change; never, when everything is as the files say.
 */
export async function applyFiles(
  world: World,
  entries: readonly Entry[],
  prunes: boolean,
  tell: (outcome: Outcome) => void,
  begin: () => Promise<void> = async () => undefined,
): Promise<Applied> {
  const outcomes: Outcome[] = []
  let unchanged = 0
  const take = async (kind: Kind, steps: readonly Step[]): Promise<void> => {
    if (outcomes.length === 0 && steps.length > 0) await begin()
    for (const outcome of await takeSteps(world, kind, steps)) {
      tell(outcome)
      outcomes.push(outcome)
    }
  }
  for (const kind of kinds) {
    const { steps, unchanged: same } = await planKind(world, kind, entries, prunes && kind.is_leaf === true)
    unchanged += same
    const isDeletion = ({ action }: Step): boolean => action === 'delete'
    await take(kind, steps.filter(isDeletion))
    await take(
      kind,
      steps.filter((step) => !isDeletion(step)),
    )
  }
  if (prunes)
    for (const kind of kinds.toReversed().filter((one) => one.is_leaf !== true)) {
      const { steps } = await planKind(world, kind, entries, true)
      await take(
        kind,
        steps.filter(({ action }) => action === 'delete'),
      )
    }
  return { outcomes, unchanged }
}

/** Steps of one kind. One that is refused is tried again after the others, on which it may depend, as long as that helps. */
async function takeSteps(world: World, kind: Kind, steps: readonly Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let due = steps
  while (due.length > 0) {
    const tried = await inParallel(due, kind.at_once ?? 1, (step) => take(world, step))
    const refused = tried.filter(({ is_over }) => !is_over)
    outcomes.push(...tried.filter(({ is_over }) => is_over))
    const isOver = refused.length === due.length || kind.at_once !== undefined
    if (isOver) return [...outcomes, ...refused]
    due = refused.map(({ step }) => step)
  }
  return outcomes
}

async function take(world: World, step: Step): Promise<Outcome> {
  try {
    if (step.action === 'create') {
      requireSecrets(step.entry)
      await step.kind.create(world, step.entry.spec)
    } else if (step.action === 'delete') await step.kind.remove?.(world, step.standing)
    else
      await step.kind.change(
        world,
        step.standing,
        step.entry.spec,
        step.differences.map(({ member }) => member),
      )
    return { step, refusal: null, is_over: true }
  } catch (error) {
    return { step, refusal: explain(error).message, is_over: error instanceof DoneInPart }
  }
}

function requireSecrets({ unset }: Entry): void {
  if (unset.length > 0) throw new CommandFailed(`Set ${unset.join(' and ')}: a secret of it stands there.`)
}

/** The results in the order of the items. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}
