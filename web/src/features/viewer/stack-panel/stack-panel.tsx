import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Fragment, useState } from 'react'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { VisuallyHidden } from '../../../ui/frame/visually-hidden.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { AlignAnother } from '../align/align-another.tsx'
import { PanelFailed } from '../panel/panel-failed.tsx'
import { CompareControls } from './compare-controls.tsx'
import { MemberRow } from './member-row.tsx'
import { imagesOf, type MemberGroup, movedTo, type StackMember } from './members.ts'
import { useStackDesk } from './stack-desk.tsx'
import { words } from './words.ts'

/** Everything of a slide in one list: what is seen of it, and how two of its images are compared. */
export function StackPanel() {
  const { members: known } = useStackDesk()
  const { members, error, retry } = known
  if (members === undefined) {
    return error ? (
      <PanelFailed title={words.failedTitle} retry={words.retry} error={error} onRetry={retry} />
    ) : (
      <Box role="status" aria-label={words.loading} sx={{ p: 4 }}>
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} variant="rounded" height={48} sx={{ mt: place === 0 ? 0 : 3 }} />
        ))}
      </Box>
    )
  }
  return (
    <Box sx={{ '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
      {imagesOf(members).length > 1 ? (
        <CompareControls />
      ) : (
        <Typography color="textSecondary" sx={{ p: 4 }}>
          {words.alone}
        </Typography>
      )}
      <MemberList members={members} />
      <AlignAnother />
    </Box>
  )
}

function MemberList({ members }: { members: readonly StackMember[] }) {
  const { members: known } = useStackDesk()
  const [renamed, setRenamed] = useState<StackMember | null>(null)
  const [said, setSaid] = useState('')
  const images = imagesOf(members)

  function move(id: string, place: number) {
    known.arrange({ order: movedTo(members, id, place) })
    const moved = members.find((member) => member.id === id)
    if (moved) setSaid(words.moved(moved.name, Math.min(Math.max(place, 0), members.length - 1) + 1))
  }

  function rename({ id }: StackMember, name: string) {
    const { [id]: _, ...others } = known.arrangement.names
    known.arrange({ names: name === '' ? others : { ...others, [id]: name } })
  }

  return (
    <Box sx={{ py: 2 }}>
      <Box
        component="ol"
        aria-label={words.list}
        title={words.listHint}
        sx={{ m: 0, p: 0, listStyle: 'none' }}
      >
        {members.map((member, place) => (
          <Fragment key={member.id}>
            {member.group.key !== members[place - 1]?.group.key && <GroupLine group={member.group} />}
            <MemberRow
              member={member}
              number={member.kind === 'image' ? images.indexOf(member) + 1 : null}
              place={place}
              count={members.length}
              onMove={move}
              onDrop={(id) => move(id, place)}
              onRename={() => setRenamed(member)}
            />
          </Fragment>
        ))}
      </Box>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {renamed && (
        <RenameDialog
          member={renamed}
          onSave={(name) => {
            rename(renamed, name)
            setRenamed(null)
          }}
          onClose={() => setRenamed(null)}
        />
      )}
    </Box>
  )
}

function GroupLine({ group: { label, at } }: { group: MemberGroup }) {
  return (
    <Box component="li" sx={{ px: 4, pt: 2, pb: 1, typography: 'caption', color: 'text.secondary' }}>
      {label}
      {at !== null && (
        <>
          {' · '}
          <RelativeTime time={at} />
        </>
      )}
    </Box>
  )
}

const longest = 120

interface RenameDialogProps {
  member: StackMember
  /** Empty: as it is called for everyone. */
  onSave: (name: string) => void
  onClose: () => void
}

function RenameDialog({ member, onSave, onClose }: RenameDialogProps) {
  const [name, setName] = useState(member.name)
  const tidy = name.trim()
  return (
    <FormDialog
      title={words.renameTitle}
      submitLabel={words.save}
      maxWidth="xs"
      onClose={onClose}
      form={{ busy: false, changed: false, submit: () => onSave(tidy === member.usualName ? '' : tidy) }}
    >
      <TextField
        autoFocus
        fullWidth
        margin="dense"
        label={words.renameLabel}
        helperText={words.renameHint}
        placeholder={member.usualName}
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: longest } }}
      />
    </FormDialog>
  )
}
