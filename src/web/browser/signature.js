// Draws on the signature pad and keeps the drawing as one SVG path in the hidden field beside it.
// Without this script the pad stays hidden, and the typed name is the signature.
const MAX_LENGTH = 20_000;

for (const pad of document.querySelectorAll('[data-signature]')) {
  const svg = pad.querySelector('svg');
  const line = pad.querySelector('path');
  const field = pad.querySelector('input');
  const clear = pad.querySelector('button');
  let last = null;

  pad.hidden = false;
  show(field.value);

  svg.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    svg.setPointerCapture(event.pointerId);
    last = pointOf(event);
    append(`M${last.join(' ')}L${last.join(' ')}`);
  });
  svg.addEventListener('pointermove', (event) => {
    if (!last) return;
    const samples = event.getCoalescedEvents?.() ?? [];
    for (const sample of samples.length > 0 ? samples : [event]) extend(pointOf(sample));
  });
  for (const end of ['pointerup', 'pointercancel']) {
    svg.addEventListener(end, () => {
      if (last) append(`L${last.join(' ')}`);
      last = null;
    });
  }
  clear.addEventListener('click', () => {
    show('');
    clear.closest('form').querySelector('input[name="name"]').focus();
  });

  // A curve through the middles of the samples: smooth at any speed of the hand.
  function extend(point) {
    const [x, y] = last;
    if (Math.hypot(point[0] - x, point[1] - y) < 3) return;
    const middle = [Math.round((x + point[0]) / 2), Math.round((y + point[1]) / 2)];
    append(`Q${x} ${y} ${middle[0]} ${middle[1]}`);
    last = point;
  }

  function append(segment) {
    if (field.value.length + segment.length <= MAX_LENGTH) show(field.value + segment);
  }

  function show(path) {
    field.value = path;
    line.setAttribute('d', path);
    clear.hidden = path === '';
    pad.classList.toggle('signed', path !== '');
  }

  function pointOf(event) {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 600;
    const y = ((event.clientY - box.top) / box.height) * 200;
    return [Math.round(Math.min(600, Math.max(0, x))), Math.round(Math.min(200, Math.max(0, y)))];
  }
}
