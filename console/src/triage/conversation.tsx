import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Anomaly } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { Button } from '../kit/button.tsx'
import { Failure } from '../kit/failure.tsx'
import { TextArea } from '../kit/fields.tsx'
import { useUnsavedInput } from '../kit/unsaved-input.ts'
import { Time } from '../kit/time.tsx'
import { useRefusal } from '../shell/rights.ts'
import { comment } from './acts.ts'
import { commentRequest } from './comment-request.ts'
import './conversation.css'

interface Entry {
  at: string
  who: string
  what: string
  isSaid?: boolean
}

/** Comments, and changes, that are read: as many as one answer has. */
const most = 1000

/** What happened to an anomaly and what was said of it, newest last, and a place to say more. */
export function Conversation({ anomaly }: { anomaly: Anomaly }) {
  const path = { id: String(anomaly.id) }
  const refused = useRefusal(anomaly.datastore.id, 'Viewer')
  const history = useAnswer(
    'GET /api/anomalies/{id}/history',
    { path, query: { size: most } },
    { keep: true },
  )
  const comments = useAnswer(
    'GET /api/anomalies/{id}/comments',
    { path, query: { size: most } },
    { keep: true, enabled: refused === null },
  )
  const entries: Entry[] = [
    { at: anomaly.created, who: 'A scan', what: 'found it' },
    ...(history.data?.items ?? []).map(({ created, user, from_status, to_status }) => ({
      at: created,
      who: user?.name ?? user?.user_name ?? 'A scan',
      what: from_status === to_status ? 'found it again with other values' : `${from_status} → ${to_status}`,
    })),
    ...(comments.data?.items ?? []).map(({ created, user, message }) => ({
      at: created,
      who: user.name ?? user.user_name,
      what: message,
      isSaid: true,
    })),
  ]
  const unread = [history, comments].find(({ data, error }) => error !== null && data === undefined)
  return (
    <section className="conversation" aria-label="History">
      {unread?.error && <Failure error={unread.error} retry={() => void unread.refetch()} />}
      <ol>
        {entries
          .sort((one, other) => (one.at < other.at ? -1 : 1))
          .map(({ at, who, what, isSaid }, index) => (
            <li key={index}>
              <b>{who}</b> {isSaid ? <blockquote>{what}</blockquote> : what}{' '}
              <span className="muted">
                <Time at={at} />
              </span>
            </li>
          ))}
      </ol>
      {refused !== null && <p className="muted">Comments are not shown. {refused}</p>}
      <CommentForm key={anomaly.id} anomaly={anomaly} />
    </section>
  )
}

function CommentForm({ anomaly }: { anomaly: Anomaly }) {
  const refused = useRefusal(anomaly.datastore.id, 'Viewer')
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  const line = useRef<HTMLTextAreaElement>(null)
  useUnsavedInput([text.trim()])
  const isRequested = commentRequest.use() === anomaly.id
  useEffect(() => {
    if (!isRequested) return
    line.current?.focus()
    commentRequest.put(null)
  }, [isRequested])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || isSending) return
    setSending(true)
    // What was written on while it was sent is kept.
    if (await comment(anomaly, text)) setText((now) => (now === text ? '' : now))
    setSending(false)
  }
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <TextArea
        id="comment"
        ref={line}
        label="Comment"
        rows={2}
        value={text}
        maxLength={10_000}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event)
        }}
      />
      <div>
        <Button type="submit" refused={refused} disabled={isSending}>
          Add the comment
        </Button>
      </div>
    </form>
  )
}
