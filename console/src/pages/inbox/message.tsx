import type { InboxMessage } from '../../api/api.generated.ts'
import { useChange } from '../../api/answers.ts'
import { Button } from '../../kit/button.tsx'
import { Time } from '../../kit/time.tsx'
import { tell } from '../../kit/toasts.tsx'
import { visible } from '../../words/texts.ts'
import { About } from './about.tsx'

/** A message with its lines, ways to what it is about, and the way to have read it. */
export function Message({ message: { id, message, created, read, about } }: { message: InboxMessage }) {
  const mark = useChange('PUT /api/notifications/{id}')
  const put = (isRead: boolean) =>
    mark.mutate({ path: { id }, body: { read: isRead } }, { onError: (error) => tell(error.message) })
  return (
    <li className={read ? 'message muted' : 'message'}>
      <div className="told">
        <p>
          {!read && <span className="chip">new</span>}{' '}
          <span>{message.split('\n').map(visible).join('\n')}</span>
        </p>
        {about && <About about={about} follow={() => !read && put(true)} />}
      </div>
      <Time at={created} />
      <Button disabled={mark.isPending} onClick={() => put(!read)}>
        {read ? 'Mark as unread' : 'Mark as read'}
      </Button>
    </li>
  )
}
