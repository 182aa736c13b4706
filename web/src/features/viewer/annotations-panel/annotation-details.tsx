import { areaOf, lengthOf } from '@cresyl/contract/annotations/annotation-geometry'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { Patch, Shape } from '../../../engine/annotations/content/shape.ts'
import { hasArea } from '../../../engine/annotations/geometry/combine.ts'
import { transformed } from '../../../engine/annotations/geometry/transform.ts'
import { formatArea, formatLength } from '../../../engine/viewer/amounts.ts'
import { useLocale } from '../../../ui/text/locale.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { Facts } from '../info-panel/info-section.tsx'
import { AnnotationComments } from './annotation-comments.tsx'
import type { AnnotationSession } from './annotation-session.ts'
import { AssignField } from './assign-field.tsx'
import { CellsSection } from './detections/cells-section.tsx'
import { useAnnotationHistory, usePeople } from './queries.ts'
import { RunHere } from './run-here.tsx'
import { changesOf } from './version-changes.ts'
import { words } from './words.ts'

const { details } = words

/** All that is known of one annotation, to be read and changed. */
export function AnnotationDetails({ session, shape }: { session: AnnotationSession; shape: Shape }) {
  const { document, tools } = session
  const isSaved = shape.version > 0
  const mayChange = tools.changeable().some(({ id }) => id === shape.id)
  const change = (patch: Patch) => document.perform({ update: [{ id: shape.id, patch }] })
  return (
    <>
      <WrittenField
        label={details.name}
        value={shape.name}
        disabled={!mayChange}
        onWritten={(name) => change({ name })}
      />
      <Figures session={session} shape={shape} />
      <WrittenField
        label={details.notes}
        value={shape.notes}
        disabled={!mayChange}
        multiline
        onWritten={(notes) => change({ notes })}
      />
      <WrittenField
        label={details.tags}
        value={shape.tags.join(', ')}
        disabled={!mayChange}
        onWritten={(text) => change({ tags: tagsIn(text) })}
      />
      <AssignField session={session} shapes={[shape]} mayChange={tools.decidable().length > 0} />
      {isSaved && hasArea(shape.geometry) && <CellsSection shape={shape} />}
      {isSaved && hasArea(shape.geometry) && <RunHere session={session} shape={shape} />}
      {isSaved && <AnnotationComments key={shape.id} id={shape.id} drafts={session.comments} />}
      {isSaved && (
        <History
          key={`h${shape.id}`}
          id={shape.id}
          version={shape.version}
          mayChange={mayChange}
          onRevert={change}
        />
      )}
    </>
  )
}

const tagsIn = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

function Figures({ session, shape }: { session: AnnotationSession; shape: Shape }) {
  const locale = useLocale()
  const { space } = session.tools.view.image
  const [a, b, , d, e] = space.placement
  const measured = transformed(shape.geometry, [a, b, 0, d, e, 0])
  const rows = hasArea(shape.geometry)
    ? [
        [details.area, formatArea(areaOf(measured), space.unit, locale)] as const,
        [details.perimeter, formatLength(lengthOf(measured), space.unit, locale)] as const,
      ]
    : shape.geometry.type === 'LineString'
      ? [[details.length, formatLength(lengthOf(measured), space.unit, locale)] as const]
      : []
  return <Facts rows={[...rows, [details.review, words.reviews[shape.review]] as const]} />
}

interface WrittenFieldProps {
  label: string
  value: string
  disabled: boolean
  multiline?: boolean
  onWritten: (value: string) => void
}

/** Taken over when one leaves it: a letter is no step to be undone. */
function WrittenField({ label, value, disabled, multiline = false, onWritten }: WrittenFieldProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  return (
    <TextField
      size="small"
      fullWidth
      label={label}
      value={typed}
      disabled={disabled}
      multiline={multiline}
      {...(multiline && { minRows: 2 })}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => typed.trim() !== value && onWritten(typed.trim())}
    />
  )
}

interface HistoryProps {
  id: string
  version: number
  mayChange: boolean
  onRevert: (patch: Patch) => void
}

/** How it was before; going back to one of them is a change like any other. */
function History({ id, version, mayChange, onRevert }: HistoryProps) {
  const [isAsked, setAsked] = useState(false)
  const { data } = useAnnotationHistory(id, version, isAsked)
  const people = usePeople()
  if (!isAsked)
    return (
      <Button size="small" onClick={() => setAsked(true)} sx={{ alignSelf: 'flex-start', ml: -3 }}>
        {details.showHistory}
      </Button>
    )
  return (
    <Box>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {details.history}
      </Typography>
      {data?.results.map((each, at) => (
        <Box key={each.version} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', py: 1 }}>
            <Typography variant="body2">
              {changesOf(each, data.results[at + 1], people).join(', ')}
            </Typography>
            <Typography variant="caption" color="textSecondary" component="div">
              {each.changed_by?.name ?? details.someone} · <RelativeTime time={each.changed_at} />
            </Typography>
          </Box>
          {mayChange && each.version !== version && (
            <Button
              size="small"
              aria-label={details.revertTo(each.version)}
              onClick={() => {
                const { geometry, shape, classification, name, notes, tags, z, review, assignee_id } = each
                onRevert({ geometry, shape, classification, name, notes, tags, z, review, assignee_id })
              }}
            >
              {details.revert}
            </Button>
          )}
        </Box>
      ))}
    </Box>
  )
}
