import type { Image } from '@cresyl/contract/images'
import type { Pyramid } from '@cresyl/contract/viewers'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import {
  channelName,
  channelText,
  levelFacts,
  objectiveText,
  physicalSizeText,
  pixelSizeText,
  pixelText,
  planesText,
  scaleText,
  scannerText,
  timesText,
} from './facts.ts'
import { type Fact, Facts, InfoSection } from './info-section.tsx'
import { words } from './words.ts'

const own = words.image

interface ImageSectionProps {
  vendor: string
  pyramid: Pyramid
  /** Of the image itself; undefined while it is on its way, or for those who may not read it. */
  record: Image | undefined
  /** What the file says of itself. */
  metadata: Readonly<Record<string, string>>
}

/** How the image was taken, and how large it is. */
export function ImageSection({ vendor, pyramid, record, metadata }: ImageSectionProps) {
  const physical = physicalSizeText(pyramid)
  const times = timesText(pyramid.size_t, record?.space?.t)
  const rows: Fact[] = [
    ...(record?.name ? [[own.name, <bdi key="name">{record.name}</bdi>] as const] : []),
    [own.scanner, scannerText(vendor, metadata)],
    [own.scale, scaleText(pyramid)],
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
    </InfoSection>
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
