import type { Attention as AttentionItem, AttentionKind, Dashboard } from '@cresyl/contract/lab/dashboard'
import { jobHash } from '@cresyl/contract/operations/jobs'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link as RouterLink, type To, useLocation } from 'react-router'
import { CheckCheck, CircleX, FileUp, ScanSearch, TriangleAlert } from '../../ui/frame/icons.ts'
import { Section } from '../../ui/frame/section.tsx'
import { CardList, ListFrame } from '../../ui/list/list-frame.tsx'
import { qcAddress } from '../../ui/slide/qc-address.ts'
import { GatedButton } from '../../ui/state/gated.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { useSeeAttention } from './queries.ts'
import { words } from './words.ts'

const { attention: own } = words

const icons = {
  upload_failed: FileUp,
  file_unreadable: TriangleAlert,
  job_failed: CircleX,
  qc_failed: ScanSearch,
} as const satisfies Record<AttentionKind, unknown>

/** The rest on request: what went wrong is not what one comes for. */
const shownAtFirst = 3

interface AttentionProps {
  attention: Dashboard['attention']
  uploads: string
}

/** What went wrong and what to do, until someone says that they have seen it; nothing where nothing did. */
export function Attention({ attention: { count, results }, uploads }: AttentionProps) {
  const see = useSeeAttention()
  const [isWhole, setWhole] = useState(false)
  const [newest] = results
  if (!newest) return null
  const shown = isWhole ? results : results.slice(0, shownAtFirst)
  const more = count - results.length
  return (
    <Section
      title={own.title}
      action={
        <GatedButton
          size="small"
          startIcon={<CheckCheck size={16} aria-hidden />}
          loading={see.isPending}
          onClick={() => see.mutate(justAfter(newest.at))}
        >
          {own.seen}
        </GatedButton>
      }
    >
      <ListFrame>
        <CardList label={own.title}>
          {shown.map((item) => (
            <AttentionRow key={`${item.kind} ${item.id}`} item={item} uploads={uploads} />
          ))}
        </CardList>
      </ListFrame>
      {shown.length < results.length ? (
        <Button size="small" sx={{ mt: 2 }} onClick={() => setWhole(true)}>
          {own.showAll(count)}
        </Button>
      ) : (
        more > 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
            {own.more(more)}
          </Typography>
        )
      )}
    </Section>
  )
}

function AttentionRow({ item, uploads }: { item: AttentionItem; uploads: string }) {
  const { kind, title, message, at, by } = item
  const Icon = icons[kind]
  const to = useTarget(item, uploads)
  const { label, link } = own.kinds[kind]
  return (
    <Stack component="li" direction="row" sx={{ gap: 3, alignItems: 'flex-start' }}>
      <Box aria-hidden sx={{ color: 'tokens.fail', pt: 0.5 }}>
        <Icon size={18} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {label}: <bdi>{title}</bdi>
        </Typography>
        <Typography
          dir="auto"
          title={message}
          sx={{
            overflowWrap: 'anywhere',
            overflow: 'hidden',
            display: { xs: '-webkit-box', sm: 'block' },
            WebkitLineClamp: 2,
            WebkitBoxOrient: 'vertical',
          }}
        >
          {message}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          <RelativeTime time={at} />
          {by && (
            <>
              {' '}
              {own.by} <bdi>{by.name}</bdi>
            </>
          )}
        </Typography>
      </Box>
      <Link
        component={RouterLink}
        to={to}
        preventScrollReset={kind === 'job_failed'}
        sx={{ flexShrink: 0, pr: 2 }}
      >
        {link}
      </Link>
    </Stack>
  )
}

/** A job lies over this page, with what its address keeps; a check is beside its slide, a file among the uploads. */
function useTarget({ kind, id }: AttentionItem, uploads: string): To {
  const { search } = useLocation()
  if (kind === 'job_failed') return { search, hash: jobHash(id) }
  if (kind === 'qc_failed') return qcAddress(id)
  return { pathname: uploads, search: `?${new URLSearchParams({ file: id })}` }
}

/** The server knows times more exactly than it tells them. */
function justAfter(time: string): string {
  return new Date(Date.parse(time) + 1).toISOString()
}
