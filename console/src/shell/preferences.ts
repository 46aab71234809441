import { useSyncExternalStore } from 'react'

/** What a person chose for this browser, and what it may be; the first is the default. */
const choices = {
  theme: ['system', 'light', 'dark'],
  density: ['normal', 'compact', 'relaxed'],
  zone: ['local', 'utc'],
  letters: ['on', 'off'],
} as const

/** The name of a preference. */
export type Preference = keyof typeof choices

const listeners = new Set<() => void>()

/** A preference, and the way to change it. */
export function usePreference<Name extends Preference>(
  name: Name,
): [(typeof choices)[Name][number], (value: (typeof choices)[Name][number]) => void] {
  const value = useSyncExternalStore(listen, () => preferenceOf(name))
  return [value, (chosen) => choose(name, chosen)]
}

/** All values that a preference may have. */
export function choicesOf<Name extends Preference>(name: Name): (typeof choices)[Name] {
  return choices[name]
}

/** Puts the preferences on the document, for the style sheets. */
export function applyPreferences(): void {
  const { dataset } = document.documentElement
  dataset['theme'] = preferenceOf('theme')
  dataset['density'] = preferenceOf('density')
}

/** The present value of a preference. */
export function preferenceOf<Name extends Preference>(name: Name): (typeof choices)[Name][number] {
  const kept = localStorage.getItem(`assay-${name}`)
  const known: readonly string[] = choices[name]
  return (kept !== null && known.includes(kept) ? kept : known[0]) as (typeof choices)[Name][number]
}

function choose(name: Preference, value: string): void {
  localStorage.setItem(`assay-${name}`, value)
  applyPreferences()
  for (const tell of listeners) tell()
}

function listen(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}
