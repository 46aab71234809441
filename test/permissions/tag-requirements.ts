import type { Requirement } from './requirements.ts'

/** Tags: seen by Members, made and deleted by Managers. */
export const tags: readonly Requirement[] = [
  { endpoint: 'GET /global-tags' },
  { endpoint: 'GET /global-tags/listing' },
  { endpoint: 'GET /global-tags/{name}', target: 'tag' },
  {
    endpoint: 'POST /global-tags',
    body: (world) => ({ name: `made-${world.unique()}` }),
  },
  { endpoint: 'DELETE /global-tags/{name}', target: 'tag', fresh: true },
]
