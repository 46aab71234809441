import { differences, type Difference } from './compare.ts'
import { identityOf, keyOf, type Kind, type Scope, type Standing } from './kind.ts'
import { kinds } from './kinds/index.ts'
import type { Entry } from './read-files.ts'
import type { World } from './world.ts'

/** What has to be done so that the service is as the files say. */
export type Step =
  | { action: 'create'; kind: Kind; key: string; entry: Entry }
  | { action: 'change'; kind: Kind; key: string; entry: Entry; standing: Standing; differences: Difference[] }
  | { action: 'delete'; kind: Kind; key: string; standing: Standing }

/** The steps for all kinds, and how many things are as the files say already. */
export interface Plan {
  steps: Step[]
  unchanged: number
}

/** The datastores that files name. */
function scopeOf(entries: readonly Entry[]): Scope {
  const named = entries.map(({ kind, spec }) => spec[kind.name === 'datastore' ? 'name' : 'datastore'])
  return new Set(named.filter((name) => typeof name === 'string'))
}

/** Compares all files with the service; `prunes`: what stands in no file is deleted. */
export async function makePlan(world: World, entries: readonly Entry[], prunes: boolean): Promise<Plan> {
  const plan: Plan = { steps: [], unchanged: 0 }
  for (const kind of kinds) {
    const part = await planKind(world, kind, entries, prunes)
    plan.steps.push(...part.steps)
    plan.unchanged += part.unchanged
  }
  // What others refer to goes last.
  const deleted = plan.steps.filter(({ action }) => action === 'delete').toReversed()
  return { ...plan, steps: [...plan.steps.filter(({ action }) => action !== 'delete'), ...deleted] }
}

/** The same for one kind. */
export async function planKind(
  world: World,
  kind: Kind,
  entries: readonly Entry[],
  prunes: boolean,
): Promise<Plan> {
  const wanted = entries.filter((entry) => entry.kind === kind)
  const scope = scopeOf(entries)
  if (wanted.length === 0 && !(prunes && kind.remove !== null)) return { steps: [], unchanged: 0 }
  const standing = meantByFiles(kind, await kind.list(world, scope))
  const steps: Step[] = []
  for (const entry of wanted) {
    const { key } = entry
    const identity = identityOf(kind, entry.spec)
    const found = standing.get(identity)
    standing.delete(identity)
    if (!found) {
      steps.push({ action: 'create', kind, key, entry })
      continue
    }
    const changes =
      (await kind.compare?.(world, found.spec, entry.spec)) ?? differences(kind, found.spec, entry.spec)
    if (changes.length > 0)
      steps.push({ action: 'change', kind, key, entry, standing: found, differences: changes })
  }
  const unchanged = wanted.length - steps.length
  if (prunes && kind.remove !== null)
    for (const one of standing.values())
      if (!kind.isKept?.(one, scope))
        steps.push({ action: 'delete', kind, key: keyOf(kind, one.spec), standing: one })
  return { steps, unchanged }
}

/** By identity what files stand for: of several with one key the oldest. */
function meantByFiles(kind: Kind, listed: readonly Standing[]): Map<string, Standing> {
  const meant = new Map<string, Standing>()
  for (const one of listed) {
    const identity = identityOf(kind, one.spec)
    if (one.id < (meant.get(identity)?.id ?? Infinity)) meant.set(identity, one)
  }
  return meant
}
