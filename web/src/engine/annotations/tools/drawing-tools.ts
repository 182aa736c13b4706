import { brushTool } from './brush-tool.ts'
import type { DrawingTool, DrawingToolName } from './drawing-tool.ts'
import { ellipseTool } from './ellipse-tool.ts'
import { freehandTool } from './freehand-tool.ts'
import { lineTool } from './line-tool.ts'
import { pointTool } from './point-tool.ts'
import { polygonTool } from './polygon-tool.ts'
import { rectangleTool } from './rectangle-tool.ts'
import { wandTool } from './wand-tool.ts'

export const drawingTools: Readonly<Record<DrawingToolName, DrawingTool>> = {
  point: pointTool,
  line: lineTool,
  rectangle: rectangleTool,
  ellipse: ellipseTool,
  polygon: polygonTool,
  freehand: freehandTool,
  brush: brushTool,
  wand: wandTool,
}
