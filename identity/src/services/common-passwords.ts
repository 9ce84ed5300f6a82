/** The most common passwords of 8 or more characters, in lower case; one character repeated is refused anyway. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 0123456789 0987654321 987654321 87654321 123123123 12341234
  11223344 112233445566 123454321 123456781 1234567891 12345679 147258369 123321123 789456123
  password password1 password12 password123 password1234 password! password1! passw0rd p@ssword
  p@ssw0rd p@ssw0rd1 pa55word passwort passwort1 passwords mypassword newpassword password01
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertz123 qwertzuiop
  1qaz2wsx 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 qazwsxedc zaq12wsx zaq1zaq1
  asdfghjk asdfghjkl asdfasdf asdf1234 zxcvbnm1 zxcvbnm123 zxcvbnm, abcd1234 abc12345 abc123456
  abcdefgh abcdefghi abcdefg1 a1b2c3d4 a1234567 a12345678 aa123456 aa12345678 abcabcabc
  iloveyou iloveyou1 iloveyou2 iloveyou! loveyou1 lovelove sunshine sunshine1 princess princess1
  football football1 baseball baseball1 basketball softball volleyball lacrosse swimming gymnastics
  superman spiderman batman123 starwars pokemon1 pokemon123 minecraft minecraft1 fortnite fortnite1
  welcome1 welcome123 letmein1 letmein123 trustno1 whatever whatever1 computer internet samsung1
  changeme changeme1 default1 admin123 admin1234 administrator adminadmin root1234 test1234
  testtest test12345 testing1 testing123 temp1234 temporary secret123 mysecret guest123 master123
  monkey123 dragon123 shadow123 michael1 jennifer jessica1 michelle charlie1 jordan23 jordan123
  ashley123 brandon1 danielle victoria elizabeth alexander benjamin samantha nicholas christopher
  mustang1 corvette mercedes chelsea1 arsenal1 liverpool liverpool1 barcelona juventus1 yankees1
  lakers24 steelers cowboys1 patriots broncos1 packers1 raiders1 warriors dolphins panthers
  blink182 metallica slipknot eminem123 purple123 chocolate cookie123 butterfly hello123
  hellohello hello1234 helloworld freedom1 friends1 family123 forever1 blessed1 jesus123 jesuschrist
  summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2026 autumn2026
  january1 september november december birthday happy123 school123 student1 student123 college1
  college123 university highschool graduate class2026 class2027 class2028 pathway1 pathway123
  00000001 01234567 10203040 11111112 12121212 13131313 19841984 20202020 22334455 31415926
  66778899 69696969 99887766 1a2b3c4d 2000abcd 5201314a a123456789 qq123456 woaini123 asd12345
  google123 facebook facebook1 youtube1 instagram twitter1 linkedin microsoft apple123 iphone12`
    .split(/\s+/)
    .filter(Boolean),
);
