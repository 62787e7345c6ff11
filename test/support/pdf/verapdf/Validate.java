import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Date;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.validation.profiles.*;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Holds files against PDF/UA-1 and PDF/A-2a, or PDF/A-3a if they claim it, and prints one line for each rule that one of
 * them breaks.
 *
 * The jar has veraPDF's rules but not the library that veraPDF reads them with, so they are read here.
 */
public class Validate {
  public static void main(String[] files) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    var second = read(PDFAFlavour.PDFA_2_A, "PDFA-2A");
    var third = read(PDFAFlavour.PDFA_3_A, "PDFA-3A");
    var access = read(PDFAFlavour.PDFUA_1, "PDFUA-1");
    for (var file : files) {
      var text = new String(Files.readAllBytes(Path.of(file)), StandardCharsets.ISO_8859_1);
      validate(file, text.contains("<pdfaid:part>3<") ? third : second);
      validate(file, access);
    }
  }

  static void validate(String file, ValidationProfile profile) throws Exception {
    var flavour = profile.getPDFAFlavour();
    try (var parser = Foundries.defaultInstance().createParser(new File(file), flavour);
        var validator = Foundries.defaultInstance().createValidator(profile, false)) {
      var result = validator.validate(parser);
      if (result.getTotalAssertions() == 0) System.out.println(file + "\t" + flavour + "\tnothing was checked");
      result.getTestAssertions().stream()
          .filter(assertion -> assertion.getStatus() == TestAssertion.Status.FAILED)
          .map(TestAssertion::getRuleId)
          .distinct()
          .forEach(rule -> System.out.println(
              file + "\t" + flavour + "\t" + rule.getClause() + "-" + rule.getTestNumber()));
    }
  }

  static ValidationProfile read(PDFAFlavour flavour, String name) throws Exception {
    try (InputStream xml = Profiles.class.getResourceAsStream("/org/verapdf/pdfa/validation/" + name + ".xml")) {
      var root = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(xml).getDocumentElement();
      var details = Profiles.profileDetailsFromValues(name, "", "", new Date(0));
      var rules = elements(root, "rule").map(Validate::rule).collect(Collectors.toSet());
      var variables = elements(root, "variable").map(Validate::variable).collect(Collectors.toSet());
      return Profiles.profileFromValues(flavour, details, "", rules, variables);
    }
  }

  static Rule rule(Element rule) {
    var id = elements(rule, "id").findFirst().orElseThrow();
    return Profiles.ruleFromValues(
        Profiles.ruleIdFromValues(
            PDFAFlavour.Specification.valueOf(id.getAttribute("specification")),
            id.getAttribute("clause"),
            Integer.parseInt(id.getAttribute("testNumber"))),
        rule.getAttribute("object"),
        rule.hasAttribute("deferred") ? Boolean.valueOf(rule.getAttribute("deferred")) : null,
        rule.getAttribute("tags"),
        text(rule, "description"),
        text(rule, "test"),
        Profiles.errorFromValues(text(rule, "message"), List.of()),
        List.of());
  }

  static Variable variable(Element variable) {
    return Profiles.variableFromValues(
        variable.getAttribute("name"),
        variable.getAttribute("object"),
        text(variable, "defaultValue"),
        text(variable, "value"));
  }

  static String text(Element element, String name) {
    return elements(element, name).map(Node::getTextContent).findFirst().orElse("");
  }

  static Stream<Element> elements(Element element, String name) {
    NodeList list = element.getElementsByTagName(name);
    return IntStream.range(0, list.getLength()).mapToObj(index -> (Element) list.item(index));
  }
}
