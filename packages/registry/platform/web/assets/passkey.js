// What needs a passkey is in the page hidden, and a sentence in its place: without this script, or in a
// browser that cannot, the sentence stays.
const able = typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === "function";
for (const part of document.querySelectorAll("[data-passkey-able]")) part.hidden = !able;
for (const part of document.querySelectorAll("[data-passkey-unable]")) part.hidden = able;

const TEXTS = {
  NotAllowedError: "It was cancelled or took too long. Try again.",
  InvalidStateError: "This device or password manager has a passkey of your account already.",
  SecurityError: "Passkeys do not work at this address. Open the registry at its own address.",
};

for (const form of able ? document.querySelectorAll("form[data-passkey]") : []) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(form);
  });
  // Its person has just asked for it, with a button of the page before.
  if (form.dataset.passkey === "get") answer(form);
}

/** Has an authenticator answer what the form asks, and sends the form with the answer. */
async function answer(form) {
  const said = form.querySelector("[data-passkey-said]");
  const button = form.querySelector("button");
  said.textContent = "";
  button.disabled = true;
  try {
    const options = JSON.parse(form.dataset.options);
    const credential = form.dataset.passkey === "create"
      ? await navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
      })
      : await navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      });
    form.elements.namedItem("response").value = JSON.stringify(credential);
    form.submit();
  } catch (error) {
    said.textContent = TEXTS[error.name] ?? `It did not work: ${error.message}`;
  } finally {
    button.disabled = false;
  }
}
