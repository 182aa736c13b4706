import type { ImportPreview } from '@cresyl/contract/annotations/annotation-files'
import type { AnnotationClass } from '@cresyl/contract/people/organizations'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { formatNumber } from '../../../../ui/text/dates.ts'
import { Facts } from '../../info-panel/info-section.tsx'
import { Swatch } from '../class-chooser.tsx'
import type { ClassChoice, ClassChoices } from './import-draft.ts'
import { words } from './words.ts'

const own = words.import

interface ImportReviewProps {
  preview: ImportPreview
  classes: readonly AnnotationClass[]
  choices: ClassChoices
  onChoices: (choices: ClassChoices) => void
}

/** What is in a file: how many, which are left out and why, and what becomes of its classes. */
export function ImportReview({ preview, classes, choices, onChoices }: ImportReviewProps) {
  const { fresh, existing, refused, problems } = preview
  return (
    <Box sx={{ mt: 4, display: 'grid', gap: 4 }}>
      <Facts
        rows={[
          [own.counts.fresh, formatNumber(fresh)],
          ...(existing > 0 ? [[own.counts.existing, formatNumber(existing)] as const] : []),
          ...(refused.length > 0 ? [[own.counts.refused, formatNumber(refused.length)] as const] : []),
        ]}
      />
      {problems.length > 0 && (
        <Box>
          <Typography variant="h3" sx={{ mb: 1 }}>
            {own.problemsTitle}
          </Typography>
          <Box component="ul" tabIndex={0} sx={{ m: 0, pl: 5, maxHeight: 150, overflowY: 'auto' }}>
            {problems.map(({ index, sentence }) => (
              <li key={index}>
                <Typography variant="body2">
                  {own.problem(index)}: {sentence}
                </Typography>
              </li>
            ))}
          </Box>
          {refused.length > problems.length && (
            <Typography variant="body2" color="textSecondary">
              {own.moreProblems(refused.length - problems.length)}
            </Typography>
          )}
        </Box>
      )}
      {preview.classes.length > 0 && (
        <Box>
          <Typography variant="h3">{own.classes}</Typography>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
            {own.classesHint}
          </Typography>
          <Box sx={{ display: 'grid', gap: 2 }}>
            {preview.classes.map(({ classification, count }) => (
              <ClassRow
                key={classification.name}
                classification={classification}
                count={count}
                classes={classes}
                choice={choices[classification.name] ?? 'keep'}
                onChoose={(choice) => onChoices({ ...choices, [classification.name]: choice })}
              />
            ))}
          </Box>
        </Box>
      )}
    </Box>
  )
}

interface ClassRowProps {
  classification: { name: string; color: string }
  count: number
  classes: readonly AnnotationClass[]
  choice: ClassChoice
  onChoose: (choice: ClassChoice) => void
}

/** Names of classes can be anything: what stands before them tells them from the other choices. */
const named = (name: string) => `class ${name}`

function ClassRow({ classification, count, classes, choice, onChoose }: ClassRowProps) {
  const value = typeof choice === 'string' ? choice : named(choice.name)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Swatch color={classification.color} />
      <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {classification.name}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {formatNumber(count)}
      </Typography>
      <TextField
        select
        size="small"
        value={value}
        onChange={({ target }) => {
          const found = classes.find(({ name }) => named(name) === target.value)
          if (found) onChoose({ name: found.name, color: found.color })
          else onChoose(target.value === 'none' ? 'none' : 'keep')
        }}
        sx={{
          width: { xs: 150, sm: 200 },
          '& .MuiSelect-select': { display: 'flex', alignItems: 'center', gap: 2 },
        }}
        slotProps={{
          select: { SelectDisplayProps: { 'aria-label': own.becomesOf(classification.name) } },
        }}
      >
        <MenuItem value="keep">{own.keep}</MenuItem>
        <MenuItem value="none">{own.none}</MenuItem>
        {classes.map(({ name, color }) => (
          <MenuItem key={name} value={named(name)} sx={{ gap: 2 }}>
            <Swatch color={color} />
            {name}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  )
}
