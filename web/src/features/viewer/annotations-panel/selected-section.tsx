import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Shape } from '../../../engine/annotations/content/shape.ts'
import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import { AnnotationDetails } from './annotation-details.tsx'
import { review, showNext } from './annotation-keys.tsx'
import type { AnnotationSession } from './annotation-session.ts'
import { AssignField } from './assign-field.tsx'
import { SelectedClass } from './class-chooser.tsx'
import { fillSelected, mergeSelected, simplifySelected } from './shape-actions.ts'
import { words } from './words.ts'

interface SelectedSectionProps {
  session: AnnotationSession
  /** At least one. */
  shapes: readonly Shape[]
}

/** What is selected: one with all that is known of it, several with what they have in common. */
export function SelectedSection({ session, shapes }: SelectedSectionProps) {
  const { tools } = session
  const [first] = shapes
  const only = shapes.length === 1 ? first : undefined
  const changeable = tools.changeable()
  const decidable = tools.decidable()
  return (
    <Box
      component="section"
      aria-label={words.details.title}
      sx={{
        flex: '0 1 auto',
        maxHeight: '50%',
        overflowY: 'auto',
        p: 4,
        display: 'flex',
        flexDirection: 'column',
        gap: 3,
        borderTop: 2,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      {only === undefined && <Typography variant="h3">{words.selected(shapes.length)}</Typography>}
      <SelectedClass session={session} shapes={shapes} mayChange={changeable.length === shapes.length} />
      <ReviewButtons session={session} />
      {changeable.length > 0 && (
        <Box sx={{ mx: -3, my: -1, display: 'flex', flexWrap: 'wrap' }}>
          {changeable.length > 1 && (
            <Button size="small" onClick={() => mergeSelected(tools)}>
              {words.merge}
            </Button>
          )}
          <Button size="small" onClick={() => fillSelected(tools)}>
            {words.fill}
          </Button>
          <Button size="small" onClick={() => simplifySelected(tools)}>
            {words.simplify}
          </Button>
        </Box>
      )}
      {only ? (
        <AnnotationDetails key={only.id} session={session} shape={only} />
      ) : (
        <AssignField session={session} shapes={shapes} mayChange={shapes.length === decidable.length} />
      )}
    </Box>
  )
}

/** For whoever may say whether it is right: also who may do nothing else to it. */
function ReviewButtons({ session }: { session: AnnotationSession }) {
  const mayReview = session.tools.reviewable().length > 0
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '& > *': { px: 2.5 } }}>
      {mayReview && (
        <>
          <Button size="small" variant="outlined" onClick={() => review(session, 'accepted')}>
            {words.accept} ({viewerKeys.acceptAnnotation.shown})
          </Button>
          <Button size="small" variant="outlined" onClick={() => review(session, 'rejected')}>
            {words.reject} ({viewerKeys.rejectAnnotation.shown})
          </Button>
        </>
      )}
      <NextButton session={session} />
    </Box>
  )
}

export function NextButton({ session }: { session: AnnotationSession }) {
  return (
    <Button size="small" onClick={() => showNext(session)}>
      {words.next} ({viewerKeys.nextAnnotation.shown})
    </Button>
  )
}
