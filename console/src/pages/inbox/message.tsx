import { Fragment } from 'react'
import type { InboxMessage } from '../../api/api.generated.ts'
import { Button } from '../../kit/button.tsx'
import { Said } from '../../kit/said.tsx'
import { Time } from '../../kit/time.tsx'
import { About, AboutAll } from './about.tsx'
import { leadOn, mark } from './mark.ts'
import type { Together } from './together.ts'

interface Place {
  /** Whether messages leave the list when they are read. */
  isOfUnread: boolean
}

/** Messages that belong together: what told them once, and below it each with its ways. */
export function Messages({ of: { about, messages }, isOfUnread }: { of: Together } & Place) {
  const unread = messages.filter(({ read }) => !read)
  return (
    <section className="told-together">
      <div className="told-by">
        <AboutAll
          about={about}
          follow={() => {
            // Of several messages nobody has read all by that.
            if (unread.length === 1) void mark(unread, true)
          }}
        />
        {unread.length > 1 && (
          <Button
            className="button plain mark-these"
            onClick={({ currentTarget }) => {
              if (isOfUnread) leadOn(currentTarget)
              void mark(messages, true)
            }}
          >
            Mark these {unread.length} as read
          </Button>
        )}
      </div>
      <ul>
        {messages.map((message) => (
          <Message key={message.id} message={message} isOfUnread={isOfUnread} />
        ))}
      </ul>
    </section>
  )
}

/** A message with its lines, ways to what it found, and the way to have read it. */
function Message({ message, isOfUnread }: { message: InboxMessage } & Place) {
  const { message: text, created, read, about } = message
  return (
    <li className={read ? 'message muted' : 'message'}>
      <div className="told">
        {!read && !isOfUnread && <span className="chip">new</span>}{' '}
        <span className="text">
          {text.split('\n').map((line, place) => (
            <Fragment key={place}>
              {place > 0 && '\n'}
              <Said text={line} />
            </Fragment>
          ))}
        </span>{' '}
        <span className="muted">
          <Time at={created} />
        </span>{' '}
        {about && <About about={about} follow={() => void mark([message], true)} />}
      </div>
      <Button
        className="button plain mark"
        aria-label={read ? 'Mark as unread' : 'Mark as read'}
        onClick={({ currentTarget }) => {
          if (isOfUnread) leadOn(currentTarget)
          void mark([message], !read)
        }}
      >
        <span aria-hidden="true">{read ? '↺' : '✓'}</span>{' '}
        <span className="words">{read ? 'Mark as unread' : 'Mark as read'}</span>
      </Button>
    </li>
  )
}
