import type { Route } from './route.ts'

/**
 * Tells which methods a path such as `/users/7` has, sorted; none for a path that is not known. A path without a parameter
 * is told always, because the router may have taken its last part for one; others only when no route was found.
 */
export function knownMethods(
  routes: readonly Route[],
): (path: string, isUnrouted: boolean) => readonly string[] {
  const known = [...Map.groupBy(routes, ({ path }) => path)].map(
    ([path, own]) => [path, own.map(({ method }) => method).sort()] as const,
  )
  const exact = new Map(known.filter(([path]) => !path.includes('{')))
  const patterns = known.map(
    ([path, methods]) => [new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`), methods] as const,
  )
  return (path, isUnrouted) =>
    exact.get(path) ?? (isUnrouted ? patterns.find(([pattern]) => pattern.test(path))?.[1] : undefined) ?? []
}
