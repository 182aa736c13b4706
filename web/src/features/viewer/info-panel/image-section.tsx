import type { Image } from '@cresyl/contract/slides/images'
import type { Slide } from '@cresyl/contract/slides/slides'
import type { Pyramid } from '@cresyl/contract/slides/viewers'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { Pencil } from '../../../ui/frame/icons.ts'
import { VisuallyHidden } from '../../../ui/frame/visually-hidden.tsx'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { useRunParts } from '../run-parts.ts'
import {
  channelName,
  channelText,
  levelFacts,
  objectiveText,
  physicalSizeText,
  pixelSizeText,
  pixelText,
  planesText,
  scannerText,
  statedScaleText,
  timesText,
} from './facts.ts'
import { type Fact, Facts, InfoSection } from './info-section.tsx'
import { useTakeFileScale } from './queries.ts'
import { words } from './words.ts'

const own = words.image

interface ImageSectionProps {
  slide: Slide
  pyramid: Pyramid
  /** Of the image itself; undefined while it is on its way, or for those who may not read it. */
  record: Image | undefined
  /** What the file says of itself. */
  metadata: Readonly<Record<string, string>>
}

/** How the image was taken, and how large it is. */
export function ImageSection({ slide, pyramid, record, metadata }: ImageSectionProps) {
  const physical = physicalSizeText(pyramid)
  const times = timesText(pyramid.size_t, record?.space?.t)
  const rows: Fact[] = [
    ...(record?.name ? [[own.name, <bdi key="name">{record.name}</bdi>] as const] : []),
    [own.scanner, scannerText(slide.vendor, metadata)],
    [own.scale, statedScaleText(pyramid, slide)],
    [own.objective, objectiveText(pyramid.objective)],
    [own.size, pixelSizeText(pyramid)],
    ...(physical === null ? [] : [[own.physical, physical] as const]),
    [own.pixels, pixelText(pyramid)],
    ...(pyramid.samples >= 3
      ? [[own.profile, pyramid.has_icc ? own.hasProfile : own.noProfile] as const]
      : []),
    [own.planes, planesText(pyramid.size_z, record?.space?.z)],
    ...(times === null ? [] : [[own.times, times] as const]),
  ]
  return (
    <InfoSection title={own.title}>
      <Facts rows={rows} />
      {record?.kind === 'source' && <ScaleActions slide={slide} />}
    </InfoSection>
  )
}

/** Only of what was scanned: what was made of it has its scale from there. */
function ScaleActions({ slide }: { slide: Slide }) {
  const { show, SlideEditor } = useRunParts()
  const mayEdit = usePermission('update:slides')
  const takeBack = useTakeFileScale(slide)
  const reason = mayEdit ? undefined : permissionReason('update:slides', words.slide.editDeed)
  return (
    <Stack direction="row" sx={{ mt: 3, gap: 2, flexWrap: 'wrap' }}>
      <GatedButton
        size="small"
        variant="outlined"
        startIcon={<Pencil size={14} aria-hidden />}
        reason={reason}
        onClick={() => show((close) => <SlideEditor id={slide.id} onClose={close} />)}
      >
        {slide.mpp_x === null ? own.enterScale : own.changeScale}
      </GatedButton>
      {slide.mpp !== null && (
        <GatedButton
          size="small"
          reason={reason}
          loading={takeBack.isPending}
          onClick={() => takeBack.mutate()}
        >
          {own.useFileScale}
        </GatedButton>
      )}
    </Stack>
  )
}

export function LevelSection({ pyramid }: { pyramid: Pyramid }) {
  const { title, caption, factor, size, tile } = words.levels
  const cell = { px: 0, py: 0.5, height: 28, typography: 'body2', borderColor: 'divider' }
  return (
    <InfoSection title={title}>
      <Box sx={{ overflowX: 'auto' }}>
        <Table size="small" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          <caption style={{ padding: 0, height: 0 }}>
            <VisuallyHidden>{caption}</VisuallyHidden>
          </caption>
          <TableHead>
            <TableRow>
              <TableCell sx={cell}>{factor}</TableCell>
              <TableCell sx={cell} align="right">
                {size}
              </TableCell>
              <TableCell sx={cell} align="right">
                {tile}
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {levelFacts(pyramid.levels).map((level) => (
              <TableRow key={level.size}>
                <TableCell sx={cell}>{level.factor}</TableCell>
                <TableCell sx={cell} align="right">
                  {level.size}
                </TableCell>
                <TableCell sx={cell} align="right">
                  {level.tile}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </InfoSection>
  )
}

export function ChannelSection({ pyramid }: { pyramid: Pyramid }) {
  return (
    <InfoSection title={words.channels.title}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {pyramid.channels.map((channel) => (
          <Box component="li" key={channel.id} sx={{ display: 'flex', gap: 2 }}>
            <Box
              aria-hidden
              sx={{
                width: 12,
                height: 12,
                mt: 0.75,
                flexShrink: 0,
                borderRadius: 0.5,
                border: 1,
                borderColor: 'tokens.outline',
              }}
              style={{ backgroundColor: channel.color ?? 'transparent' }}
            />
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="body2" dir="auto" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {channelName(channel)}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {channelText(channel)}
              </Typography>
            </Box>
          </Box>
        ))}
      </Box>
    </InfoSection>
  )
}
