import { listLimits } from '@cresyl/contract/api/limits'
import { listRegistrationVersions, type Registration } from '@cresyl/contract/slides/registrations'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { liveKeys } from '../../../lib/live/live-keys.ts'
import { useApi } from '../../../lib/session/session-context.tsx'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { words } from './words.ts'

interface EarlierVersionsProps {
  existing: Registration
  busy: boolean
  onBack: (version: number) => void
}

/** Who aligned the slides when, and back to how that was. */
export function EarlierVersions({ existing, busy, onBack }: EarlierVersionsProps) {
  const { call } = useApi()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: [...liveKeys.registrations, existing.id, 'versions'],
    queryFn: ({ signal }) =>
      call(
        listRegistrationVersions,
        { params: { id: existing.id }, query: { limit: listLimits.all } },
        { signal },
      ),
    enabled: isOpen,
  })
  return (
    <Box>
      <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {words.versions(existing.version)}
      </Button>
      {isOpen && data && (
        <Box component="ol" aria-label={words.versionList} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.results.map(({ version, method, residual, saved_by, saved_at }) => (
            <Stack
              key={version}
              component="li"
              direction="row"
              sx={{ gap: 2, alignItems: 'center', typography: 'body2', minHeight: 36 }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                {words.versionLine(version, method, residual)}
                {' · '}
                {saved_by?.name ?? words.somebody}
                {' · '}
                <RelativeTime time={saved_at} />
              </Box>
              {version === existing.version ? (
                <Box sx={{ color: 'text.secondary', px: 2 }}>{words.present}</Box>
              ) : (
                <GatedButton
                  size="small"
                  aria-label={words.backTo(version)}
                  loading={busy}
                  onClick={() => onBack(version)}
                >
                  {words.back}
                </GatedButton>
              )}
            </Stack>
          ))}
        </Box>
      )}
    </Box>
  )
}
