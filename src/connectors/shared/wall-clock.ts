/**
 * Milliseconds since 1970 by the clock of this machine: for what a server compares with its own clock, and for an end that it names. Instants
 * of our own come from the state.
 */
export const wallMilliseconds = (): number => Date.now()
