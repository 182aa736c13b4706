import type { ResultFormat } from '@cresyl/contract/predictors/inference-outputs'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { LucideIcon } from 'lucide-react'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { Download, FileBraces, Table } from '../../../ui/frame/icons.ts'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { type AskedDownload, useDownloadResult } from './queries.ts'
import { words } from './words.ts'

const icons = {
  ome_tiff: Download,
  geojson: FileBraces,
  csv: Table,
} as const satisfies Record<ResultFormat, LucideIcon>

interface DownloadButtonProps {
  asked: AskedDownload
  /** Of what is saved. */
  label: string
  /** With its name beside the picture. */
  isNamed?: boolean
}

/** Saves something of a run. */
export function DownloadButton({ asked, label, isNamed = false }: DownloadButtonProps) {
  const mayDownload = usePermission('download:images')
  const download = useDownloadResult()
  const name = words.outputs.download(label, asked.format)
  const reason = mayDownload ? undefined : permissionReason('download:images', words.downloadDeed)
  const Icon = icons[asked.format]
  if (isNamed) {
    return (
      <GatedButton
        size="small"
        startIcon={<Icon size={16} aria-hidden />}
        loading={download.isPending}
        reason={reason}
        onClick={() => download.mutate(asked)}
      >
        {name}
      </GatedButton>
    )
  }
  return (
    <Tooltip title={reason ?? name}>
      <IconButton
        size="small"
        aria-label={name}
        aria-disabled={reason !== undefined || download.isPending}
        onClick={() => reason === undefined && !download.isPending && download.mutate(asked)}
        sx={reason === undefined ? {} : { opacity: 0.6 }}
      >
        <Icon size={16} aria-hidden />
      </IconButton>
    </Tooltip>
  )
}
