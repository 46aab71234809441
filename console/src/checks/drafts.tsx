import { Link } from '@tanstack/react-router'
import { useAnswer } from '../api/answers.ts'
import { counted } from '../words/numbers.ts'

/** The way to the drafts of a datastore, which no scan judges until somebody has looked at them; nothing where there are none. */
export function DraftsWaiting({ datastoreId }: { datastoreId: number }) {
  const { data } = useAnswer(
    'GET /api/quality-checks',
    { query: { datastore: [datastoreId], status: ['Draft'], size: 1 } },
    { keep: true },
  )
  if (data === undefined || data.total === 0) return null
  return (
    <p>
      <Link to={'/checks' as string} search={{ view: 'draft', datastore: datastoreId } as never}>
        {counted(data.total, 'check')}
      </Link>{' '}
      {data.total === 1 ? 'is a draft' : 'are drafts'}: no scan judges {data.total === 1 ? 'it' : 'them'}{' '}
      until somebody has looked and made {data.total === 1 ? 'it' : 'them'} Active.
    </p>
  )
}
