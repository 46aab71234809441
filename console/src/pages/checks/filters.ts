import type { ValueFilter } from '../../sources/list-filters.tsx'

/** Which checks: by what became of them last. */
export const verdicts: ValueFilter = {
  member: 'last_result',
  label: 'Verdict',
  values: [
    ['', 'any'],
    ['passed', 'Passed'],
    ['failed', 'Failed'],
    ['unasserted', 'Not judged'],
    ['never', 'Never judged'],
    ['stale', 'Judged long ago'],
  ],
}
