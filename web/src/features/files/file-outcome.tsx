import { type File, fileStatusOf, listFiles } from '@cresyl/contract/files/files'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { useLive } from '../../lib/live/live-context.tsx'
import { useApi } from '../../lib/session/session-context.tsx'
import { CircleCheck } from '../../ui/frame/icons.ts'
import { SlideThumbnail } from '../../ui/slide/slide-thumbnail.tsx'
import { StateChip } from '../../ui/state/state-chip.tsx'
import { FileStateChip } from './file-state.tsx'
import { QualityChip } from './quality-chip.tsx'
import { fileKeys, useFile, useReadingJobs } from './queries.ts'
import { slideAddress } from './slide-address.ts'
import { useOpenedFile } from './use-opened-file.ts'
import { reasonOf } from './what-to-do.ts'
import { words } from './words.ts'

/** What becomes of a file that has been sent: read, then a slide, or why not. For a row of what was uploaded. */
export function FileOutcome({ fileId }: { fileId: string }) {
  const file = useOwnFile(fileId)
  const status = file && fileStatusOf(file)
  // Whoever asks has sent all of it: a list that says otherwise is older.
  if (!file || status === 'uploading')
    return <StateChip icon={CircleCheck} tone="info" label={words.outcome.uploaded} />
  return (
    <Stack direction="row" sx={{ gap: 3, alignItems: 'center', minHeight: 40, minWidth: 0 }}>
      {file.slide_id !== null && (
        <SlideThumbnail imageId={file.image_id} alt={words.pictureOf(file.name)} width={48} height={40} />
      )}
      <Box sx={{ minWidth: 0, flex: 1 }}>
        {status === 'reading' ? <Reading file={file} /> : <Outcome file={file} />}
      </Box>
    </Stack>
  )
}

function Reading({ file }: { file: File }) {
  const jobs = useReadingJobs(true)
  const job = jobs.get(file.job_id ?? '')
  const progress = job?.progress ?? null
  return (
    <>
      <FileStateChip file={file} job={job} />
      <LinearProgress
        aria-label={words.progressOf(file.name)}
        {...(progress !== null && { variant: 'determinate', value: Math.floor(progress * 100) })}
        sx={{ mt: 1, maxWidth: 160, height: 4, borderRadius: 2, bgcolor: 'tokens.accent' }}
      />
    </>
  )
}

function Outcome({ file }: { file: File }) {
  const { searchOf } = useOpenedFile()
  const status = fileStatusOf(file)
  const isWell = status === 'ready' || status === 'waiting' || status === 'checking'
  return (
    <>
      <Stack direction="row" sx={{ columnGap: 3, rowGap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <FileStateChip file={file} />
        <QualityChip file={file} />
        {file.slide_id !== null && (
          <Link component={RouterLink} to={slideAddress(file.slide_id)} sx={{ fontWeight: 600 }}>
            {words.outcome.openSlide}
          </Link>
        )}
        {!isWell && (
          <Link component={RouterLink} to={{ search: searchOf(file.id) }} preventScrollReset>
            {words.outcome.details}
          </Link>
        )}
      </Stack>
      {!isWell && (
        <Typography variant="body2" color="textSecondary" dir="auto" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          {reasonOf(file)}
        </Typography>
      )}
    </>
  )
}

/** So many of one's newest files are asked for at once, for all rows together. */
const askedAtOnce = 250
const fresh = 4000

/**
 * One of the files that this person sent lately. However many rows show one, they share one request; a file that is
 * older than those is read by itself. Undefined until known.
 */
function useOwnFile(id: string): File | undefined {
  useLive('files', 'unhurried')
  // Whether its slide is being checked is told of the slide.
  useLive('slides', 'unhurried')
  const { call } = useApi()
  const [shownSince] = useState(() => Date.now())
  const { data, dataUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: fileKeys.own,
    queryFn: ({ signal }) => call(listFiles, { query: { mine: true, limit: askedAtOnce } }, { signal }),
    select: ({ results }) => results.find((file) => file.id === id) ?? null,
    staleTime: fresh,
    meta: { quiet: true, counts: 'slides' },
  })
  const isMissing = data === null && !isFetching
  const isOlder = dataUpdatedAt < shownSince
  useEffect(() => {
    if (isMissing && isOlder) void refetch({ cancelRefetch: false })
  }, [isMissing, isOlder, refetch])
  const alone = useFile(id, isMissing && !isOlder)
  return data ?? alone.data
}
