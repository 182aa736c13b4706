import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { GatedButton } from '../../../ui/gated.tsx'
import { TriangleAlert } from '../../../ui/icons.ts'
import { usePreview } from './queries.ts'
import type { QualityEdit } from './use-quality-edit.ts'
import { words } from './words.ts'

/** Stays at the lower edge of the screen while there is something to save, and says what that would change. */
export function QualitySaveBar({ edit }: { edit: QualityEdit }) {
  const { changed, hasFaults, thresholds, busy, discard } = edit
  const preview = usePreview(hasFaults ? null : thresholds)
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
        sx={{ flex: '1 1 240px', display: 'flex', gap: 2, color: hasFaults ? 'tokens.fail' : 'text.primary' }}
      >
        {hasFaults && <TriangleAlert size={18} aria-hidden style={{ flexShrink: 0 }} />}
        {sentenceOf(edit, preview)}
      </Typography>
      <Stack direction="row" sx={{ gap: 2, ml: 'auto' }}>
        <Button color="inherit" onClick={discard} disabled={busy}>
          {words.save.discard}
        </Button>
        <GatedButton
          type="submit"
          variant="contained"
          loading={busy}
          reason={hasFaults ? words.faults.some : undefined}
        >
          {words.save.submit}
        </GatedButton>
      </Stack>
    </Stack>
  )
}

function sentenceOf({ hasFaults, thresholds }: QualityEdit, preview: ReturnType<typeof usePreview>): string {
  if (hasFaults) return words.faults.some
  if (thresholds === null) return words.preview.automaticOnly
  if (preview.isCounting) return words.preview.counting
  return preview.data ? words.preview.text(preview.data) : words.preview.failed
}
