import { Link } from '@tanstack/react-router'
import { useAnswer } from '../api/answers.ts'
import { count } from '../words/numbers.ts'
import './inbox.css'

/** The way to the messages of flows, with how many of them the person has not read. */
export function InboxLink() {
  const { data } = useAnswer('GET /api/notifications', { query: { read: false, size: 1 } }, { keep: true })
  const unread = data?.total ?? 0
  return (
    <Link to={'/inbox' as string} className="button inbox-link">
      <span aria-hidden="true">✉</span> <span className="word">Inbox</span>{' '}
      {unread > 0 && (
        <>
          <span className="unread">{count(unread)}</span> <span className="unseen">unread</span>
        </>
      )}
    </Link>
  )
}
