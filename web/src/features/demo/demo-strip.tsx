import type { Demo } from '@cresyl/contract/lab/demo'
import { jobHash } from '@cresyl/contract/operations/jobs'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { usePermission } from '../../lib/session/session-context.tsx'
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx'
import { Sparkles, TriangleAlert } from '../../ui/frame/icons.ts'
import { LinkButton } from '../../ui/frame/link-button.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useDemo, useRemoveDemo } from './queries.ts'
import { words } from './words.ts'

/** Progress of the demonstration content, and the way to be rid of it; nothing where there is none. */
export function DemoStrip() {
  const { data: demo } = useDemo()
  if (!demo) return null
  switch (demo.state) {
    case 'none':
    case 'removed':
      return null
    case 'arriving':
      return (
        <Strip
          text={words.arriving(demo.arrived, demo.total)}
          progress={<Progress value={demo.total === 0 ? null : demo.arrived / demo.total} />}
        />
      )
    case 'ready':
      return <Strip text={words.ready(demo.slides)} action={<Remove demo={demo} />} />
    case 'removing':
      return <Strip text={words.removing} progress={<Progress value={null} />} />
    case 'failed':
      return (
        <Strip
          tone="problem"
          text={demo.job_id === null ? words.failedPlain : words.failed}
          action={
            <>
              {demo.job_id !== null && <OpenJob id={demo.job_id} />}
              <Remove demo={demo} />
            </>
          }
        />
      )
  }
}

interface StripProps {
  text: string
  tone?: 'calm' | 'problem'
  progress?: ReactNode
  action?: ReactNode
}

function Strip({ text, tone = 'calm', progress, action }: StripProps) {
  const Icon = tone === 'problem' ? TriangleAlert : Sparkles
  return (
    <Box
      component="section"
      aria-label={words.label}
      sx={{ px: 4, py: 2.5, borderRadius: 1, bgcolor: 'tokens.accent', color: 'text.primary' }}
    >
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ minHeight: 36, columnGap: 3, rowGap: 2, alignItems: { sm: 'center' } }}
      >
        <Stack direction="row" sx={{ flex: 1, minWidth: 0, gap: 3, alignItems: 'center' }}>
          <Box
            aria-hidden
            sx={{ display: 'flex', color: tone === 'problem' ? 'tokens.fail' : 'primary.main' }}
          >
            <Icon size={18} />
          </Box>
          <Typography>{text}</Typography>
        </Stack>
        {progress}
        {action && (
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
            {action}
          </Stack>
        )}
      </Stack>
    </Box>
  )
}

/** From 0 to 1; null while nobody knows. */
function Progress({ value }: { value: number | null }) {
  return (
    <LinearProgress
      aria-label={words.arrivingProgress}
      {...(value !== null && { variant: 'determinate', value: Math.floor(value * 100) })}
      sx={{ flex: { sm: '0 1 320px' }, height: 6, borderRadius: 3, bgcolor: 'background.paper' }}
    />
  )
}

function OpenJob({ id }: { id: string }) {
  const { search } = useLocation()
  return (
    <LinkButton size="small" to={{ search, hash: jobHash(id) }} preventScrollReset>
      {words.openJob}
    </LinkButton>
  )
}

/** For those who look after the organisation. */
function Remove({ demo }: { demo: Demo }) {
  const [isAsking, setAsking] = useState(false)
  if (!usePermission('update:organization_settings')) return null
  return (
    <>
      <Button size="small" variant="outlined" onClick={() => setAsking(true)}>
        {words.remove.button}
      </Button>
      {isAsking && <RemoveDemoDialog demo={demo} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Says what goes and what stays before it does. */
function RemoveDemoDialog({ demo, onClose }: { demo: Demo; onClose: () => void }) {
  const remove = useRemoveDemo()
  return (
    <ConfirmDialog
      title={words.remove.title}
      confirmLabel={words.remove.confirm}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            showToast(words.remove.started, 'info')
            onClose()
          },
          onError: onClose,
        })
      }
    >
      <Typography sx={{ mb: 2 }}>{words.remove.goes(demo.slides, demo.projects)}</Typography>
      <Typography>{words.remove.stays}</Typography>
    </ConfirmDialog>
  )
}
