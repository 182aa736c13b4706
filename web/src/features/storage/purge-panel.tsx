import type { StorageReport } from '@cresyl/contract/files/storage'
import type { Job } from '@cresyl/contract/operations/jobs'
import { type PurgeableKind, purgeableKinds } from '@cresyl/contract/operations/purgeable-kinds'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { usePermission } from '../../lib/session/session-context.tsx'
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx'
import { Section } from '../../ui/frame/section.tsx'
import { GatedButton } from '../../ui/state/gated.tsx'
import { formatBytes } from '../../ui/text/amounts.ts'
import { formatNumber } from '../../ui/text/dates.ts'
import { permissionReason } from '../../ui/text/permission-reason.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useAskedPurge, useCreatePurge, useUndoPurge } from './queries.ts'
import { words } from './words.ts'

const own = words.purge

type Purgeable = StorageReport['purgeable'][number]

/** What could go, ticked by kind; what was asked for waits here with its way back. */
export function PurgePanel({ report }: { report: StorageReport }) {
  const mayPurge = usePermission('update:organization_settings')
  const { data: asked } = useAskedPurge(mayPurge)
  const [chosen, setChosen] = useState<ReadonlySet<PurgeableKind>>(new Set())
  const [asking, setAsking] = useState(false)
  const create = useCreatePurge()
  const undo = useUndoPurge()
  const there = report.purgeable.filter(({ count }) => count > 0)
  const picked = there.filter(({ kind }) => chosen.has(kind))
  const count = picked.reduce((sum, each) => sum + each.count, 0)

  const takeBack = (job: Job) => undo.mutate(job.id, { onSuccess: () => void showToast(own.undone) })

  function purge() {
    setAsking(false)
    create.mutate(
      picked.map(({ kind }) => kind),
      {
        onSuccess: (job) => {
          setChosen(new Set())
          showToast(own.asked(count), 'success', { label: own.undo, run: () => takeBack(job) })
        },
      },
    )
  }

  return (
    <Section title={own.title} context={own.context(report.retention_days)}>
      {asked && (
        <Alert
          severity="warning"
          variant="outlined"
          role="note"
          sx={{ mb: 3 }}
          {...(asked.state === 'queued' && {
            action: (
              <Button size="small" loading={undo.isPending} onClick={() => takeBack(asked)}>
                {own.undo}
              </Button>
            ),
          })}
        >
          {asked.state === 'queued' ? (
            <>
              {own.waiting} <RelativeTime time={asked.run_after} />.
            </>
          ) : (
            own.running
          )}
        </Alert>
      )}
      {there.length === 0 ? (
        <Typography color="textSecondary">{own.nothing}</Typography>
      ) : (
        <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
          {there.map((each) => (
            <Choice
              key={each.kind}
              purgeable={each}
              checked={chosen.has(each.kind)}
              onChange={(checked) => {
                const next = new Set(chosen)
                if (checked) next.add(each.kind)
                else next.delete(each.kind)
                setChosen(next)
              }}
            />
          ))}
          <GatedButton
            variant="outlined"
            color="error"
            sx={{ mt: 2 }}
            loading={create.isPending}
            reason={
              mayPurge
                ? picked.length === 0
                  ? own.choose
                  : undefined
                : permissionReason('update:organization_settings', own.deed)
            }
            onClick={() => setAsking(true)}
          >
            {own.button}
          </GatedButton>
        </Stack>
      )}
      {asking && (
        <ConfirmDialog
          title={own.dialogTitle}
          confirmLabel={own.confirm}
          cancelLabel={own.cancel}
          onConfirm={purge}
          onClose={() => setAsking(false)}
        >
          {picked.map(({ kind, count, bytes }) => (
            <Typography key={kind}>
              {purgeableKinds[kind]}: {formatNumber(count)} ({formatBytes(bytes)})
            </Typography>
          ))}
          <Typography sx={{ mt: 2 }}>{own.dialogText}</Typography>
        </ConfirmDialog>
      )}
    </Section>
  )
}

interface ChoiceProps {
  purgeable: Purgeable
  checked: boolean
  onChange: (checked: boolean) => void
}

function Choice({ purgeable: { kind, count, bytes, next_at }, checked, onChange }: ChoiceProps) {
  return (
    <FormControlLabel
      control={<Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} />}
      label={
        <>
          {purgeableKinds[kind]}: {formatNumber(count)}, {formatBytes(bytes)}
          <Typography component="span" variant="body2" color="textSecondary">
            {' · '}
            {next_at === null ? (
              own.never
            ) : (
              <>
                {own.next} <RelativeTime time={next_at} />
              </>
            )}
          </Typography>
        </>
      }
    />
  )
}
