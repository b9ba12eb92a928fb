import { useEffect, useRef, useState } from 'preact/hooks'
import type { ConversationItem } from '../../../modules/messages'
import { every, useFollowing } from '../../client/clock'
import { formatPast, formatPhone } from '../../client/format'
import { useLoad, usePages } from '../../client/hooks'
import { Button, Empty, Skeleton, toast } from '../../components'
import { goTo, openJob } from '../address'
import { states } from '../messages/states'
import { topicOf } from '../messages/topics'
import { api, settings } from '../session'
import { StateBadge } from '../shared/facts'
import { Loaded, Trouble } from '../shared/list'
import { SafeFrame } from '../shared/safe-frame'
import { actorName } from '../shared/words'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import { Reply } from './reply'
import type { ChangeProps } from './shared'

/** How often the thread looks for the outcome of a message that is still being sent. */
const refreshMs = 2_000

/** Emails and texts both ways by time, the newest at the bottom beside the field to answer. */
export function Conversation({ summary, onChange }: ChangeProps) {
  const { customer, replyTodoId } = summary
  const { may } = useMe()
  const list = usePages(
    (cursor, signal) =>
      api.admin.customers(customer.id).messages.get({ query: { cursor, limit: 20 }, signal }),
    [customer.id],
  )
  useFollowing(list.refresh)
  const isMoving = list.items.some(({ state }) => state === 'queued' || state === 'sending')
  useEffect(() => (isMoving ? every(refreshMs, list.refresh) : undefined), [isMoving])
  const end = useRef<HTMLDivElement>(null)
  const newest = list.items[0]?.id
  useEffect(() => end.current?.scrollTo(0, end.current.scrollHeight), [newest])
  const finish = async () => {
    if (replyTodoId === null) return
    await api.admin.tasks(replyTodoId).done.post()
    toast('To-do completed')
    onChange()
  }
  const sent = () => {
    list.reload()
    if (replyTodoId === null || !may('todos.write')) toast('Message sent')
    else
      toast('Message sent', 'plain', { label: 'Mark to-do done', run: () => void finish().catch(() => null) })
    onChange()
  }
  if (list.problem !== null) return <Trouble text={list.problem} onRetry={list.reload} />
  if (list.data === null) return <Skeleton lines={6} />
  const isGone = customer.erasedAt !== null || customer.mergedInto !== null
  return (
    <div class="conversation">
      {list.items.length === 0 ? (
        <Empty title="No messages yet">
          Confirmations, reminders and invoices show up here, and so do the customer's texts.
        </Empty>
      ) : (
        <div class="thread" ref={end} role="region" aria-label="Messages" tabIndex={0}>
          {list.more && (
            <Button size="small" kind="quiet" busy={list.busy} onClick={() => void list.showMore()}>
              Show earlier messages
            </Button>
          )}
          <ol>
            {list.items.toReversed().map((item) => (
              <Message key={item.id} item={item} name={customer.name} />
            ))}
          </ol>
        </div>
      )}
      {replyTodoId !== null && may('todos.write') && (
        <div class="row-apart">
          <span class="small">This customer is waiting for an answer.</span>
          <Button size="small" onClick={() => void finish()}>
            Mark to-do done
          </Button>
        </div>
      )}
      {!isGone && may('messages.write') && <Reply customer={customer} onSent={sent} />}
    </div>
  )
}

function Message({ item, name }: { item: ConversationItem; name: string }) {
  const directory = useDirectory()
  const { direction, channel, at, template, author, subject, text, state, error, jobId } = item
  const isReply = template === 'reply'
  const who = direction === 'in' ? name : isReply ? actorName(author ?? '', directory) : 'Automatic'
  const way = channel === 'sms' ? 'Text' : 'Email'
  return (
    <li class="message" data-direction={direction}>
      <div class="bubble">
        {template !== null && !isReply && <strong class="small">{topicOf(template)}</strong>}
        {subject !== null && <span class="small">{subject}</span>}
        {text !== null && <p class="pre-line">{text}</p>}
        {channel === 'email' && !isReply && <EmailText id={item.id} />}
      </div>
      <small class="soft row">
        <span>
          {who} · {way}
          {channel === 'sms' ? ` · ${formatPhone(item.address)}` : ` · ${item.address}`} ·{' '}
          {formatPast(at, settings.timeZone)}
        </span>
        {state !== null && state !== 'sent' && <StateBadge state={state} words={states} />}
        {state === 'sent' && <span>{states.sent}</span>}
        {jobId !== null && (
          <button type="button" class="link-button small" onClick={() => openJob(jobId)}>
            Open job
          </button>
        )}
        {state !== null && state !== 'sent' && state !== 'queued' && state !== 'sending' && (
          <button type="button" class="link-button small" onClick={() => goTo('messages', { id: item.id })}>
            Open in outbox
          </button>
        )}
      </small>
      {error !== null && state !== 'sent' && <small class="field-error">{error}</small>}
    </li>
  )
}

/** An email is long, so it is shown on request, in a frame that runs nothing. */
function EmailText({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  const load = useLoad(
    (signal) => (open ? api.admin.outbox(id).get({ signal }) : Promise.resolve(null)),
    [open],
  )
  return (
    <>
      <button
        type="button"
        class="link-button small"
        aria-expanded={open ? 'true' : 'false'}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide email' : 'Show email'}
      </button>
      {open && (
        <Loaded load={load} lines={3}>
          {(message) =>
            message.rendered?.html ? (
              <SafeFrame title="Email" html={message.rendered.html} />
            ) : (
              <p class="soft small">We don't keep the text of this message.</p>
            )
          }
        </Loaded>
      )}
    </>
  )
}
