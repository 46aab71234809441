import { useState, type FormEvent } from 'react'
import type { Anomaly } from '../api/api.generated.ts'
import { useAnswer } from '../api/answers.ts'
import { Button } from '../kit/button.tsx'
import { TextArea } from '../kit/fields.tsx'
import { useUnsavedInput } from '../kit/unsaved-input.ts'
import { Time } from '../kit/time.tsx'
import { useRefusal } from '../shell/rights.ts'
import { comment } from './acts.ts'
import './conversation.css'

interface Entry {
  at: string
  who: string
  what: string
  isSaid?: boolean
}

/** What happened to an anomaly and what was said of it, newest last, and a place to say more. */
export function Conversation({ anomaly }: { anomaly: Anomaly }) {
  const path = { id: String(anomaly.id) }
  const history = useAnswer('GET /api/anomalies/{id}/history', { path, query: { size: 100 } }, { keep: true })
  const comments = useAnswer(
    'GET /api/anomalies/{id}/comments',
    { path, query: { size: 100 } },
    { keep: true },
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
  return (
    <section className="conversation" aria-label="History">
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
      <CommentForm key={anomaly.id} anomaly={anomaly} />
    </section>
  )
}

function CommentForm({ anomaly }: { anomaly: Anomaly }) {
  const refused = useRefusal(anomaly.datastore.id, 'Viewer')
  const [text, setText] = useState('')
  useUnsavedInput([text.trim()])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // What was written on while it was sent is kept.
    if (text.trim() !== '') void comment(anomaly, text, () => setText((now) => (now === text ? '' : now)))
  }
  return (
    <form className="stack" onSubmit={submit}>
      <TextArea
        id="comment"
        label="Comment"
        rows={2}
        value={text}
        maxLength={10_000}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
      />
      <div>
        <Button type="submit" refused={refused}>
          Add the comment
        </Button>
      </div>
    </form>
  )
}
