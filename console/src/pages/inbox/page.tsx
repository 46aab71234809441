import { Link } from '@tanstack/react-router'
import { useAnswer, useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Failure } from '../../kit/failure.tsx'
import { pageNumber, Pages } from '../../kit/pages.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { tell } from '../../kit/toasts.tsx'
import { useAddress } from '../../shell/search.ts'
import { Messages } from './message.tsx'
import { together } from './together.ts'
import './messages.css'

/** How many messages a page shows. */
const size = 20

/** What flows told everybody in the app: the unread messages, or all that are kept. */
export default function Inbox() {
  const { one, change, with: address } = useAddress()
  const view = one('view') === 'all' ? 'all' : 'unread'
  const page = pageNumber(one('page'))
  const unread = useAnswer('GET /api/notifications', { query: { read: false, size: 1 } }, { keep: true }).data
  const { data, error, refetch } = useAnswer(
    'GET /api/notifications',
    { query: { page, size, ...(view === 'unread' && { read: false }) } },
    { keep: true },
  )
  return (
    <div className="stack">
      <title>Inbox · Assay</title>
      <Heading unread={unread?.total ?? 0} />
      <Tabs
        label="Which messages"
        open={view}
        tabs={[
          {
            key: 'unread',
            word: 'Unread',
            count: unread?.total,
            search: address({ view: undefined, page: undefined }),
          },
          { key: 'all', word: 'All', search: address({ view: 'all', page: undefined }) },
        ]}
      />
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <p className="muted">Reading the messages …</p>}
      {data?.total === 0 && <Nothing view={view} />}
      {data && data.total > 0 && (
        <>
          <div>
            {together(data.items).map((group) => (
              <Messages key={group.key} of={group} isOfUnread={view === 'unread'} />
            ))}
          </div>
          <Pages
            page={page}
            pages={data.pages}
            total={data.total}
            one="message"
            go={(next) => change({ page: String(next) })}
          />
        </>
      )}
    </div>
  )
}

function Heading({ unread }: { unread: number }) {
  const markAll = useChange('PUT /api/notifications')
  return (
    <div className="row">
      <h1>Inbox</h1>
      <span className="push" />
      <Button
        disabled={markAll.isPending || unread === 0}
        onClick={() => markAll.mutate({ body: { read: true } }, { onError: ({ message }) => tell(message) })}
      >
        Mark all as read
      </Button>
    </div>
  )
}

function Nothing({ view }: { view: 'unread' | 'all' }) {
  return (
    <Empty title={view === 'unread' ? 'You have read everything' : 'No message has come yet'}>
      <p>
        A flow that sends a message by the channel “In App” writes here, for everybody who may see what it is
        about.
      </p>
      <Link to={'/flows' as string}>See the flows</Link>
    </Empty>
  )
}
