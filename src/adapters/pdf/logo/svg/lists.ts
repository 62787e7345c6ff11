const words = (text: string) => text.trim().split(/\s+/);

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
export const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';

/** Namespaces of drawing programs, which viewers ignore. */
const EDITOR_NAMESPACES = [
  'http://www.inkscape.org/namespaces/',
  'http://sodipodi.sourceforge.net/',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://creativecommons.org/ns#',
  'http://web.resource.org/cc/',
  'http://purl.org/dc/elements/1.1/',
  'http://www.serif.com/',
  'http://www.bohemiancoding.com/sketch/ns',
  'http://www.figma.com/figma/ns',
];

export function isEditorNamespace(namespace: string): boolean {
  return EDITOR_NAMESPACES.some((start) => namespace.startsWith(start));
}

/** Allowed elements: shapes, text, pictures and paint. Excludes scripts, foreign content, filters and animation. */
export const ELEMENTS = new Set(
  words(`svg g defs symbol use switch title desc metadata style path rect circle ellipse line polyline polygon text
    tspan textPath image linearGradient radialGradient stop clipPath mask pattern marker`),
);

/** Properties allowed in styles; most are also allowed as attributes. */
export const PROPERTIES = new Set(
  words(`alignment-baseline baseline-shift block-progression clip clip-path clip-rule color color-interpolation
    color-interpolation-filters color-rendering direction display dominant-baseline enable-background fill
    fill-opacity fill-rule flood-color flood-opacity font font-family font-feature-settings font-kerning font-size
    font-size-adjust font-stretch font-style font-variant font-variant-alternates font-variant-caps
    font-variant-east-asian font-variant-ligatures font-variant-numeric font-variant-position font-variation-settings
    font-weight glyph-orientation-horizontal glyph-orientation-vertical image-rendering inline-size isolation kerning
    letter-spacing lighting-color line-height marker marker-end marker-mid marker-start mask mask-type mix-blend-mode
    opacity overflow paint-order pointer-events shape-padding shape-rendering solid-color solid-opacity stop-color
    stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
    stroke-opacity stroke-width text-align text-anchor text-decoration text-decoration-color text-decoration-line
    text-decoration-style text-indent text-orientation text-rendering text-transform transform transform-box
    transform-origin unicode-bidi vector-effect visibility white-space word-spacing writing-mode`),
);

export const ATTRIBUTES = new Set([
  ...PROPERTIES,
  ...words(`id class style lang role type version baseProfile x y width height viewBox preserveAspectRatio zoomAndPan
    cx cy r rx ry fx fy fr x1 x2 y1 y2 d points pathLength gradientUnits gradientTransform spreadMethod offset
    patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth
    markerHeight refX refY orient href dx dy rotate textLength lengthAdjust startOffset method spacing side
    requiredFeatures requiredExtensions systemLanguage`),
]);

export const XML_ATTRIBUTES = new Set(['space', 'lang', 'id']);
export const XLINK_ATTRIBUTES = new Set(words('href type title show actuate role arcrole'));

/** Allowed functions. Excludes those that load a resource. */
export const FUNCTIONS = new Set(
  words(`url rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix icc-color calc min max clamp var rect matrix
    translate translatex translatey scale scalex scaley rotate skewx skewy`),
);
