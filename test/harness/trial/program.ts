import { fileURLToPath } from 'node:url'

/** The path of the program that runs the service with the trial among its operations. */
export const trialProgram = fileURLToPath(new URL('main.ts', import.meta.url))
