import { isOther } from '../kit/unsaved-input.ts'

/**
 * What stands in a form after others changed what it is about: what was written in it (`mine`) since it began (`base`), and of the rest what
 * is kept now (`theirs`). Members are taken one by one, and entries of lists, too: those that each has put in stay, and those that each has
 * taken out are gone. Where both changed the same, it is as written here.
 */
export function merged<Value>(mine: Value, base: Value, theirs: Value): Value {
  return mergedValue(mine, base, theirs) as Value
}

type Members = Readonly<Record<string, unknown>>

function mergedValue(mine: unknown, base: unknown, theirs: unknown): unknown {
  if (!isOther([mine], [base])) return theirs
  if (!isOther([theirs], [base])) return mine
  if (Array.isArray(mine) && Array.isArray(base) && Array.isArray(theirs))
    return mergedEntries(mine, base, theirs)
  if (isMembers(mine) && isMembers(base) && isMembers(theirs)) return mergedMembers(mine, base, theirs)
  return mine
}

function mergedMembers(mine: Members, base: Members, theirs: Members): Members {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = mergedValue(mine[name], base[name], theirs[name])
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

/** Entries stand as they were put in order: here, as long as nobody else has done so. */
function mergedEntries(mine: readonly unknown[], base: readonly unknown[], theirs: readonly unknown[]) {
  const [own, before, now] = [byIdentity(mine), byIdentity(base), byIdentity(theirs)]
  const isTheirOrder = isOther([...now.keys()], [...before.keys()])
  const order = new Set(isTheirOrder ? [...now.keys(), ...own.keys()] : own.keys())
  return [...order].flatMap((key) => {
    const value = mergedValue(own.get(key), before.get(key), now.get(key))
    return value === undefined ? [] : [value]
  })
}

/** Entries by what makes them the same: the identity that they have, or all that they say. */
function byIdentity(entries: readonly unknown[]): Map<string, unknown> {
  return new Map(
    entries.map((entry) => [
      isMembers(entry) && typeof entry['uuid'] === 'string' ? entry['uuid'] : JSON.stringify(entry),
      entry,
    ]),
  )
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
