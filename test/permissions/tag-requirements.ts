import type { Requirement } from './requirements.ts'

/** Tags: seen by Members, made and deleted by Managers. */
export const tags: readonly Requirement[] = [
  {
    endpoint: 'POST /global-tags',
    body: (world) => ({ name: `made-${world.unique()}` }),
  },
  { endpoint: 'DELETE /global-tags/{name}', target: 'tag', fresh: true },
]
