import type { Dashboard } from '@cresyl/contract/lab/dashboard'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { CircleDashed } from '../../ui/frame/icons.ts'
import { LinkButton } from '../../ui/frame/link-button.tsx'
import { Section } from '../../ui/frame/section.tsx'
import { qcLooks } from '../../ui/slide/qc-looks.ts'
import { formatNumber } from '../../ui/text/dates.ts'
import { qcWords } from '../../ui/text/qc-words.ts'
import { type QualityGroup, qualityGroups } from './quality-groups.ts'
import { words } from './words.ts'

const { quality: own } = words

interface QualityProps {
  counts: Dashboard['qc_counts']
  /** The list of all slides. */
  slides: string
}

/** How many slides quality control thinks what of, and the way to them. */
export function Quality({ counts, slides }: QualityProps) {
  const groups = qualityGroups(counts)
  if (groups.length === 0) return null
  return (
    <Section
      title={own.title}
      action={
        <LinkButton size="small" to={slides}>
          {own.all}
        </LinkButton>
      }
    >
      <Box
        component="ul"
        aria-label={own.label}
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: 3,
          gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))',
        }}
      >
        {groups.map((group) => (
          <QualityCard key={group.states[0]} group={group} slides={slides} />
        ))}
      </Box>
    </Section>
  )
}

function QualityCard({ group: { states, count }, slides }: { group: QualityGroup; slides: string }) {
  const [first] = states
  const { icon: Icon, tone } = qcLooks[first] ?? { icon: CircleDashed, tone: 'muted' }
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <Link
        component={RouterLink}
        to={{ pathname: slides, search: `?state=${states.join(',')}` }}
        color="textPrimary"
        underline="none"
        sx={{
          display: 'block',
          px: 4,
          py: 3,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
          '&:hover': { borderColor: 'tokens.outline', bgcolor: 'tokens.accent' },
        }}
      >
        <Box sx={{ typography: 'h1', lineHeight: '2rem' }}>{formatNumber(count)}</Box>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1.5,
            color: `tokens.${tone}`,
            typography: 'body2',
          }}
        >
          <Icon size={14} aria-hidden />
          {qcWords[first]}
        </Box>
      </Link>
    </Box>
  )
}
