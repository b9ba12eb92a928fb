import {
  Alert,
  Avatar,
  Badge,
  Button,
  Empty,
  Icon,
  JobBadge,
  jobWords,
  PhotoGrid,
  Skeleton,
  Stat,
} from '../../components'
import { Shown } from './shown'

const tones = ['plain', 'good', 'warn', 'bad', 'info'] as const
const shapes = ['lines', 'rows', 'tiles', 'lanes', 'block'] as const

const photo = { type: 'image/jpeg', hasThumbnail: false }
const photos = [
  { id: 'before', name: 'Roof before.jpg', kind: 'before' as const, ...photo },
  { id: 'after', name: 'Roof after.jpg', kind: 'after' as const, ...photo },
  { id: 'estimate', name: 'Estimate.pdf', kind: 'document' as const, ...photo, type: 'application/pdf' },
]

export const States = () => (
  <>
    <Shown name="Badges, tags and people">
      <div class="row">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <span class="tag">
          <Icon name="tag" />
          Gate code
        </span>
        <Avatar name="Marcus Lee" />
      </div>
      <div class="row">
        {Object.keys(jobWords).map((status) => (
          <JobBadge key={status} status={status} />
        ))}
      </div>
    </Shown>
    <Shown name="Notices">
      <Alert>Your visit is confirmed for Tuesday, 8–10 AM.</Alert>
      <Alert tone="good">Payment received. Nothing is left to pay.</Alert>
      <Alert tone="warn">No technician has this skill yet. Add it to one under Technicians.</Alert>
      <Alert tone="bad">The card was declined. Try another card or pay after the visit.</Alert>
    </Shown>
    <Shown name="Photos">
      <PhotoGrid
        label="Photos"
        files={photos}
        load={() => Promise.reject(new Error('No photo here'))}
        onDocument={() => {}}
        documentIcon={<Icon name="file-text" />}
      />
    </Shown>
    <Shown name="Figures">
      <div class="stats">
        <Stat
          label="Revenue this week"
          value="$4,820"
          note="$320 more than last week"
          tone="good"
          trend={[3, 5, 4, 6, 8, 7, 9]}
        />
        <Stat
          label="Overdue"
          value="$1,250"
          note="3 invoices, the oldest 41 days"
          tone="bad"
          href="#figures"
        />
        <Stat label="Jobs to schedule" value="12" />
      </div>
    </Shown>
    <Shown name="Progress">
      <progress class="progress" value={62} max={100} aria-label="Import" />
    </Shown>
    <Shown name="Empty state">
      <Empty
        title="No technicians yet"
        icon={<Icon name="hard-hat" />}
        action={<Button kind="primary">Add technician</Button>}
      >
        Add the people who do the work. Their hours and skills decide which visits they get.
      </Empty>
    </Shown>
    {shapes.map((shape) => (
      <Shown key={shape} name={`Loading: ${shape}`}>
        <Skeleton shape={shape} lines={3} />
      </Shown>
    ))}
  </>
)
