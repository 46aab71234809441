import { operations, registryOf } from '../../../src/operations/registry.ts'
import trial from './trial.operation.ts'

/** The operations that ship, and the trial. */
export const withTrial = registryOf([...operations.all(), trial])
