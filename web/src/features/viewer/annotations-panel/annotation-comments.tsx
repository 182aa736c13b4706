import { annotationLimits } from '@cresyl/contract/api/limits'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useRef, useState } from 'react'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { namedSoFar, offeredPeople, withName } from './mention.ts'
import { useAddComment, useAnnotationComments, usePeople } from './queries.ts'
import { words } from './words.ts'

const { details } = words

interface AnnotationCommentsProps {
  id: string
  /** What was typed and not sent yet, by annotation. */
  drafts: Map<string, string>
}

/** What people say about an annotation. Whoever is mentioned with an @ is told. */
export function AnnotationComments({ id, drafts }: AnnotationCommentsProps) {
  const { data } = useAnnotationComments(id)
  return (
    <Box>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {details.comments}
      </Typography>
      {data?.results.map((comment) => (
        <Box key={comment.id} sx={{ mb: 3 }}>
          <Typography variant="caption" color="textSecondary" component="div">
            {comment.created_by?.name ?? details.someone} · <RelativeTime time={comment.created_at} />
          </Typography>
          <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {comment.text}
          </Typography>
        </Box>
      ))}
      <NewComment id={id} drafts={drafts} />
    </Box>
  )
}

function NewComment({ id, drafts }: AnnotationCommentsProps) {
  const add = useAddComment(id)
  const people = usePeople()
  const field = useRef<HTMLTextAreaElement>(null)
  const hintId = useId()
  const [text, setText] = useState(() => drafts.get(id) ?? '')
  function write(next: string) {
    drafts.set(id, next)
    setText(next)
  }
  const [caret, setCaret] = useState(0)
  const offered = offeredPeople(people, namedSoFar(text, caret))
  function name(person: string) {
    const written = withName(text, caret, person)
    write(written.text)
    setCaret(written.caret)
    field.current?.focus()
  }
  return (
    <>
      <TextField
        size="small"
        fullWidth
        multiline
        minRows={2}
        inputRef={field}
        label={details.comment}
        value={text}
        onChange={({ target }) => {
          write(target.value)
          setCaret(target.selectionStart ?? target.value.length)
        }}
        sx={{ mt: 2 }}
        slotProps={{ htmlInput: { 'aria-describedby': hintId, maxLength: annotationLimits.comment } }}
      />
      {offered.length > 0 && (
        <Box
          role="group"
          aria-label={details.mention}
          sx={{ mt: 2, display: 'flex', gap: 1, flexWrap: 'wrap' }}
        >
          {offered.map((person) => (
            <Chip key={person.id} size="small" label={`@${person.name}`} onClick={() => name(person.name)} />
          ))}
        </Box>
      )}
      <Box sx={{ mt: 1, display: 'flex', gap: 2, alignItems: 'center' }}>
        <Typography id={hintId} variant="caption" color="textSecondary" sx={{ flex: 1 }}>
          {details.mentionHint}
        </Typography>
        <Button
          size="small"
          variant="outlined"
          disabled={text.trim() === '' || add.isPending}
          onClick={() => add.mutate(text.trim(), { onSuccess: () => write('') })}
        >
          {details.send}
        </Button>
      </Box>
    </>
  )
}
