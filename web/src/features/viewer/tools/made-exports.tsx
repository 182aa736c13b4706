import type { RegionExport } from '@cresyl/contract/slides/exports'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { Trash2 } from '../../../ui/frame/icons.ts'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { formatBytes } from '../../../ui/text/amounts.ts'
import { formatPercent } from '../../../ui/text/dates.ts'
import {
  isUnderWay,
  useDeleteExport,
  useDownloadExport,
  useExportProgress,
  useExports,
} from './use-region-export.ts'
import { words } from './words.ts'

const own = words.export

/** What one had made of this image: how far it is, and where to get it. */
export function MadeExports({ imageId }: { imageId: string }) {
  const { data } = useExports(imageId, true)
  if (data === undefined || data.results.length === 0) return null
  return (
    <Box>
      <Typography variant="h3">{own.made}</Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.results.map((made) => (
          <MadeExport key={made.id} made={made} />
        ))}
      </Box>
    </Box>
  )
}

function MadeExport({ made }: { made: RegionExport }) {
  const download = useDownloadExport()
  const remove = useDeleteExport()
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" noWrap title={made.file_name}>
          {made.file_name}
        </Typography>
        {isUnderWay(made) ? <Progress made={made} /> : <Outcome made={made} />}
      </Box>
      {made.state === 'succeeded' && (
        <GatedButton size="small" loading={download.isPending} onClick={() => download.mutate(made.id)}>
          {own.download}
        </GatedButton>
      )}
      <Tooltip title={own.remove(made.file_name)}>
        <IconButton
          size="small"
          aria-label={own.remove(made.file_name)}
          loading={remove.isPending}
          onClick={() => remove.mutate(made.id)}
        >
          <Trash2 size={16} aria-hidden />
        </IconButton>
      </Tooltip>
    </Box>
  )
}

function Outcome({ made: { state, size, message } }: { made: RegionExport }) {
  const more = state === 'succeeded' ? size !== null && formatBytes(size) : message
  return (
    <Typography variant="caption" color={state === 'failed' ? 'error' : 'textSecondary'}>
      {[own.states[state], more].filter(Boolean).join(', ')}
    </Typography>
  )
}

function Progress({ made }: { made: RegionExport }) {
  const progress = useExportProgress(made.job_id, made.state === 'running')
  const value = progress === null ? null : Math.floor(progress * 100)
  return (
    <>
      <Typography variant="caption" color="textSecondary">
        {[own.states[made.state], progress === null ? '' : formatPercent(progress)]
          .filter(Boolean)
          .join(', ')}
      </Typography>
      <LinearProgress
        aria-label={made.file_name}
        {...(value === null ? {} : { variant: 'determinate' as const, value })}
      />
    </>
  )
}
