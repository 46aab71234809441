import { packageFolder } from './own-files.ts'

/**
 * The folder where Node keeps the code as it compiled it, for the next start. It is beside the code, so that whoever may not
 * change the code cannot change it there; where it cannot be written, every start compiles.
 */
export const compiledFolder = `${packageFolder}/node_modules/.cache/assay-compiled`
