import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { TriangleAlert } from '../../ui/frame/icons.ts'
import { GatedButton } from '../../ui/state/gated.tsx'
import { words } from './words.ts'

interface SaveBarProps {
  form: { readonly changed: boolean; readonly busy: boolean; discard(): void }
  /** Why it can't be saved as it is. */
  fault: string | undefined
  /** What would be saved. */
  note?: string
}

/** Stays at the lower edge of the screen while there is something to save. */
export function SaveBar({
  form: { changed, busy, discard },
  fault,
  note = words.save.unsaved,
}: SaveBarProps) {
  if (!changed) return null
  return (
    <Stack
      direction="row"
      role="region"
      aria-label={words.save.unsaved}
      sx={{
        position: 'sticky',
        zIndex: 'appBar',
        bottom: 12,
        gap: 2,
        px: 4,
        py: 3,
        flexWrap: 'wrap',
        alignItems: 'center',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'tokens.raised',
        boxShadow: '0 8px 24px rgb(20 17 24 / 0.16)',
      }}
    >
      <Typography
        role="status"
        sx={{ flex: '1 1 240px', display: 'flex', gap: 2, color: fault ? 'tokens.fail' : 'text.primary' }}
      >
        {fault && <TriangleAlert size={18} aria-hidden style={{ flexShrink: 0 }} />}
        {fault ?? note}
      </Typography>
      <Stack direction="row" sx={{ gap: 2, ml: 'auto' }}>
        <Button color="inherit" onClick={discard} disabled={busy}>
          {words.save.discard}
        </Button>
        <GatedButton type="submit" variant="contained" loading={busy} reason={fault}>
          {words.save.submit}
        </GatedButton>
      </Stack>
    </Stack>
  )
}
