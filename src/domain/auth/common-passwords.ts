/** Words often used as passwords, such as feelings, names, teams, animals, seasons and keyboard rows. */
const WORDS =
  `password passw0rd p@ssword p@ssw0rd pass passwort motdepasse contrasena admin administrator root user guest login
  welcome letmein changeme default secret master access system server manager support service company business office
  qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc 1q2w3e4r 1qaz2wsx q1w2e3r4 poiuytrewq
  iloveyou loveyou love lovely forever sweetheart darling honey angel princess queen prince king beautiful sunshine
  rainbow flower butterfly happy smile lucky freedom peace hello summer winter spring autumn january february march april
  monday friday sunday dragon monkey tiger lion eagle panther wolf horse puppy kitten dolphin shadow phoenix unicorn
  football soccer baseball basketball hockey cricket tennis golf liverpool chelsea arsenal barcelona manchester realmadrid
  juventus yankees lakers cowboys steelers raiders ferrari porsche mercedes toyota honda yamaha mustang corvette
  superman batman spiderman ironman starwars pokemon pikachu naruto minecraft fortnite playstation nintendo matrix
  michael michelle jennifer jessica ashley amanda nicole daniel thomas robert william charlie jordan george andrew matthew
  joshua anthony david james john peter maria anna emma sophie olivia hannah samantha elizabeth victoria alexander
  computer internet samsung google facebook instagram whatsapp microsoft windows apple android iphone nokia
  cookie chocolate banana orange cheese coffee pepper ginger whiskey pizza
  srilanka colombo kandy ceylon galle lanka india london paris newyork america australia canada germany france
  holiday vacation villa cottage hotel booking airbnb bungalow homestay resort travel paradise garden forest nature mountain
  family mother father brother sister baby children friend friends jesus christ heaven blessed buddha krishna allah
  money dollar diamond golden silver purple yellow black white orange1 trustno1 ninja killer hunter soldier warrior
  qwerty123 abc123 abcd1234 a1b2c3d4 aa123456 test testing demo example sample temp temporary newpassword mypassword`.split(
    /\s+/,
  );

/** The endings that people append to a word when a form asks for a digit and a symbol. */
const ENDINGS =
  ` 1 2 7 11 12 13 21 22 23 69 77 88 99 00 01 07 007 111 123 321 666 777 786 1234 4321 12345 123456 1234567 12345678
  123456789 1234567890 ! 1! 12! 123! 1234! @1 @12 @123 @1234 #1 #123 2020 2021 2022 2023 2024 2025 2026 2027 @2024 @2025 @2026
  abc xyz`.split(/\s/);

/** Sentences and keyboard patterns that are long but still among the first guesses. */
const LONG =
  `correcthorsebatterystaple thequickbrownfoxjumpsoverthelazydog thequickbrownfox tobeornottobe maytheforcebewithyou
  iloveyouforever iloveyousomuch iloveyouverymuch letmeinplease openthedoorplease thisismypassword thisisapassword
  mypasswordissecret passwordpassword administrator onceuponatime oncemoreuntothebreach nevergonnagiveyouup
  winteriscoming abcdefghijklmnop abcdefghijklmnopqrstuvwxyz qwertyuiopasdfgh qwertyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm
  1qaz2wsx3edc4rfv 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o0p qazwsxedcrfvtgb 0123456789abcdef 123456789012345
  homesweethome theresnoplacelikehome happybirthdaytoyou merrychristmas happynewyear welcometothejungle
  liveloveandlaugh livelaughlove carpediemcarpediem hakunamatata supercalifragilisticexpialidocious
  twinkletwinklelittlestar marryhadalittlelamb maryhadalittlelamb itsasmallworld allyouneedislove letitbeletitbe
  youneverwalkalone youllneverwalkalone donttellanyone idontknowmypassword iforgotmypassword whatismypassword`.split(
    /\s+/,
  );

/**
 * Keyboard rows, the alphabet and the digits. A password that is a sequence from one of these, in either direction, is
 * refused.
 */
const KEYBOARD_SEQUENCES = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789012345678901234567890",
  "qwertyuiopasdfghjklzxcvbnm",
];

/** Converts to lower case and removes separators: "Pass Word" and "pass-word" count as the same guess. */
export function normalizePassword(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\-_.,;:'"]+/g, "");
}

let known: Set<string> | null = null;

/** The full list of about 15,000 passwords, built on first use. */
export function commonPasswords(): ReadonlySet<string> {
  known ??= new Set([
    ...LONG.flatMap((words) => ["", "1", "!", "123"].map((ending) => words + ending)),
    ...WORDS.flatMap((word) => ENDINGS.map((ending) => word + ending)),
  ]);
  return known;
}

/** Whether a password is on the list, is a keyboard sequence, or repeats a short text or a common password. */
export function isCommonPassword(password: string): boolean {
  const guess = normalizePassword(password);
  const unit = repeatedUnit(guess);
  return (
    commonPasswords().has(guess) ||
    isKeyboardSequence(guess) ||
    (unit !== guess && (unit.length < 8 || isCommonPassword(unit)))
  );
}

function isKeyboardSequence(text: string): boolean {
  const backwards = [...text].toReversed().join("");
  return KEYBOARD_SEQUENCES.some((walk) => walk.includes(text) || walk.includes(backwards));
}

/**
 * The shortest sequence that the text repeats: "abc" for "abcabcabc"; the text itself if it does not repeat anything.
 */
function repeatedUnit(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length);
    if (text.length % length === 0 && unit.repeat(text.length / length) === text) return unit;
  }
  return text;
}
