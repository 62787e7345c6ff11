type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

startUnsavedWarning();

/** Warns before a page with a changed form is left, unless the form is being submitted. */
function startUnsavedWarning(): void {
  const touched = new Set<Field>();
  let isSubmitting = false;
  document.addEventListener('input', ({ target }) => {
    const field = target as Field;
    if (!field.form?.matches('form[method=post]:not(.marking)')) return;
    // Added late, because browsers do not keep pages with this listener for the Back button.
    if (touched.size === 0) addEventListener('beforeunload', warn);
    touched.add(field);
  });
  document.addEventListener('submit', ({ submitter, target }) => {
    const form = target as HTMLFormElement;
    isSubmitting = !(submitter?.getAttribute('formtarget') ?? form.target);
  });
  // The page as it was left comes back by the Back button.
  addEventListener('pageshow', () => {
    isSubmitting = false;
  });

  function warn(event: Event): void {
    if (!isSubmitting && [...touched].some((field) => field.isConnected && isChanged(field)))
      event.preventDefault();
  }
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return field.selectedIndex !== Math.max(first, 0);
  }
  if (field.type === 'checkbox' || field.type === 'radio')
    return (field as HTMLInputElement).checked !== (field as HTMLInputElement).defaultChecked;
  return field.value !== field.defaultValue;
}
