import { filesToApply } from '../harness/factories.ts'
import type { Requirement } from './requirements.ts'

/** Tags: seen by Members, made, changed and deleted by Managers. */
export const tags: readonly Requirement[] = [
  {
    endpoint: 'POST /global-tags',
    body: (world) => ({ name: `made-${world.unique()}` }),
  },
  { endpoint: 'PUT /global-tags/{name}', target: 'tag', body: () => ({ weight_modifier: 2 }) },
  { endpoint: 'DELETE /global-tags/{name}', target: 'tag', fresh: true },
]

/** What was applied from files: every user may say and see it. */
export const applies: readonly Requirement[] = [
  { endpoint: 'POST /config-applies', body: () => filesToApply },
  {
    endpoint: 'PUT /config-applies/{id}',
    target: 'apply',
    fresh: true,
    body: () => ({ done: 1, refused: 0, unchanged: 2 }),
  },
]
